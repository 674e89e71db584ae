// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "observe/metric_tap.h"
#include "run/metric.h"
#include "run/run_event.h"
#include "step/training_state.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace gatelab {

/// The batches of the next step, and how many examples they have.
struct StepSpan {
    std::int64_t parts = 1, samples = 0;
};

/// Where a training stands in its plan, for who reads it: a view of the trainer's settings, counters and clock. All
/// outlive it; training thread.
class TrainingPosition {
public:
    TrainingPosition(const ExperimentConfig& config, const TrainingCounters& counters, const TrainingClock& clock,
                     const Batcher& batcher)
        : config_(config), counters_(counters), clock_(clock), batcher_(batcher) {}
    [[nodiscard]] const TrainingCounters& counters() const { return counters_; }
    [[nodiscard]] double seconds() const { return clock_.seconds(); }
    [[nodiscard]] double epochsDone() const;
    /// From 1; 0 before the first step.
    [[nodiscard]] std::int64_t epochNumber() const;
    [[nodiscard]] std::int64_t batchesPerStep() const { return std::max<std::int64_t>(1, config_.accumulate); }
    [[nodiscard]] std::int64_t stepsPerEpoch() const;
    [[nodiscard]] std::int64_t totalSteps() const;
    [[nodiscard]] bool isPlanDone() const;
    [[nodiscard]] StepSpan nextSpan() const;
    [[nodiscard]] StepPlace placeOf(const StepSpan& span) const {
        return {counters_.epoch, counters_.position, span.parts};
    }
    /// What happens or is measured here and now.
    [[nodiscard]] RunEvent event(RunEvent::What what) const;
    [[nodiscard]] std::vector<MetricSample> samples(const std::vector<std::pair<MetricId, double>>& values) const;
    void postState(RunReporter& reporter, RunState state) const;

private:
    const ExperimentConfig& config_;
    const TrainingCounters& counters_;
    const TrainingClock& clock_;
    const Batcher& batcher_;
};

}  // namespace gatelab
