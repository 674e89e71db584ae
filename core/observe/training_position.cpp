// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/training_position.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace gatelab {

double TrainingPosition::epochsDone() const {
    return static_cast<double>(counters_.epoch) +
           static_cast<double>(counters_.position) /
               static_cast<double>(std::max<std::int64_t>(1, batcher_.batchesPerEpoch()));
}

std::int64_t TrainingPosition::epochNumber() const { return static_cast<std::int64_t>(std::ceil(epochsDone())); }

std::int64_t TrainingPosition::stepsPerEpoch() const {
    return (batcher_.batchesPerEpoch() + batchesPerStep() - 1) / batchesPerStep();
}

std::int64_t TrainingPosition::totalSteps() const {
    const std::int64_t planned = stepsPerEpoch() * config_.epochs;
    return config_.maxSteps > 0 ? std::min(planned, config_.maxSteps) : planned;
}

bool TrainingPosition::isPlanDone() const {
    return counters_.epoch >= config_.epochs || (config_.maxSteps > 0 && counters_.step >= config_.maxSteps);
}

StepSpan TrainingPosition::nextSpan() const {
    const std::int64_t parts = std::min(batchesPerStep(), batcher_.batchesPerEpoch() - counters_.position);
    return {parts, batcher_.examplesIn(counters_.position, parts)};
}

RunEvent TrainingPosition::event(RunEvent::What what) const {
    return {std::move(what), counters_.step, epochNumber(), seconds()};
}

std::vector<MetricSample> TrainingPosition::samples(const std::vector<std::pair<MetricId, double>>& values) const {
    const MetricSample here{{}, 0, counters_.step, epochsDone(), seconds()};
    std::vector<MetricSample> samples(values.size(), here);
    for (std::size_t i = 0; i < values.size(); ++i) std::tie(samples[i].metric, samples[i].value) = values[i];
    return samples;
}

void TrainingPosition::postState(RunReporter& reporter, RunState state) const {
    if (RunRecord* record = reporter.record())
        reporter.check(record->setState(state, counters_.step, counters_.epoch, seconds()));
    reporter.event(event(StateChange{state}));
}

}  // namespace gatelab
