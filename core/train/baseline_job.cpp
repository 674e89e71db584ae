// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/baseline_job.h"

#include "baselines/baselines.h"
#include "data/recipe/shared_preparation.h"
#include "forecast/forecasts.h"
#include "forecast/sequence_scores.h"
#include "run/selection_score.h"

#include <chrono>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

Result<> addForecastBaselines(const TrainPlan& plan, ExamplePart part, std::vector<TestScore>& scores,
                              const Progress& progress) {
    const WindowSet& windows = part == ExamplePart::Test ? plan.windows.test : plan.windows.validation;
    if (!plan.shared) return addBaselines(*plan.prepared, windows, scores, progress);
    // The preparation is named by its address in the key
    using Scored = std::pair<std::vector<TestScore>, PreparedPtr>;
    const std::string key = (part == ExamplePart::Test ? "baselines:test " : "baselines:validation ") +
                            windowsKey(plan.prepared, plan.config);
    const auto scored = plan.shared->get<Scored>(
        key,
        [&]() -> Result<Scored> {
            Scored made{{}, plan.prepared};
            if (auto added = addBaselines(*plan.prepared, windows, made.first, progress); !added.ok())
                return added.error();
            return made;
        },
        [&progress] { return report(progress, -1); });
    if (!scored.ok()) return scored.error();
    scores.insert(scores.end(), (*scored)->first.begin(), (*scored)->first.end());
    return {};
}

namespace {

/// Says so at its end.
struct Over {
    std::atomic<bool>& isOver;
    ~Over() { isOver = true; }
};

}  // namespace

BaselineJob::BaselineJob(const TrainPlan& plan, MetricChannel& channel, RunRecord* record, RunProgress& progress,
                         Guarded<PreviewBaseline>& best) {
    if (record == nullptr ||
        (plan.isForecast() ? plan.windows.validation.starts.empty() : plan.parts.validation.empty()))
        return;
    isOver_ = false;
    thread_ = std::jthread([this, &plan, &channel, record, &progress, &best](const std::stop_token& stop) {
        const Over over{isOver_};
        try {
            const Progress goOn = [&](double) { return !stop.stop_requested(); };
            std::vector<TestScore> scores;
            const auto added = plan.isForecast() ? addForecastBaselines(plan, ExamplePart::Validation, scores, goOn)
                                                 : addBaselines(*plan.data.sequences, plan.parts.train,
                                                                plan.parts.validation, scores, goOn);
            if (!added.ok()) return;
            const std::string method = plan.isForecast() ? headlineMethod(scores, {}, plan.config) : std::string();
            RunReporter(channel, record, progress).event({ValidationBaselines{std::move(scores)}});
            if (!method.empty()) best.set(previewBaseline(plan, method, goOn));
        } catch (const std::exception&) {
            // A run without bars beside its loss is better than no run.
        }
    });
}

void BaselineJob::wait(const RunControl& control) {
    constexpr auto kAskEvery = std::chrono::milliseconds(10);
    while (!isOver_ && !control.stopRequested()) std::this_thread::sleep_for(kAskEvery);
    if (!thread_.joinable()) return;
    if (!isOver_) thread_.request_stop();
    thread_.join();
}

}  // namespace gatelab
