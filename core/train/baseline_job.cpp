// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/baseline_job.h"

#include "train/forecasts.h"
#include "train/sequence_scores.h"

#include <exception>

namespace gatelab {

BaselineJob::BaselineJob(const TrainPlan& plan, MetricChannel& channel, RunRecord* record, RunProgress& progress) {
    if (record == nullptr ||
        (plan.isForecast() ? plan.windows.validation.starts.empty() : plan.parts.validation.empty()))
        return;
    thread_ = std::jthread([&plan, &channel, record, &progress](const std::stop_token& stop) {
        try {
            const Progress goOn = [&](double) { return !stop.stop_requested(); };
            RunEvent event;
            event.kind = RunEvent::Kind::Baselines;
            const auto added =
                plan.isForecast()
                    ? addBaselines(*plan.prepared, plan.windows.validation, event.scores, goOn)
                    : addBaselines(*plan.data.sequences, plan.parts.train, plan.parts.validation, event.scores, goOn);
            if (!added.ok()) return;
            RunReporter(channel, record, progress).event(std::move(event));
        } catch (const std::exception&) {
            // A run without bars beside its loss is better than no run.
        }
    });
}

}  // namespace gatelab
