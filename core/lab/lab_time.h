// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab_plan.h"

#include <utility>
#include <vector>

namespace gatelab {

/// Time of a step in parts of the library layer's, as the ladders in tests/bench/RESULTS.md have it: only for what was
/// not measured yet.
double usualCost(const ExperimentConfig& config, bool gpu);

/// Runs that a lab has still to do, by rung.
struct LabWork {
    std::vector<int> repeats, outputs, equalTime;
    /// Disturbed repeats that are to be measured once more: time, but no runs of the plan
    std::vector<int> again;
    LabWork() = default;
    explicit LabWork(const LabPlan& plan);  ///< all that is planned
    [[nodiscard]] int runs() const;         ///< of the plan
    void drop(std::size_t rung);            ///< nothing more of it
};

/// How long the runs of a lab take: what was measured of an experiment, else what experiments with such switches
/// usually take beside those that were measured, the likest of them first, good to a factor of two. All in: with the
/// start of a run and its validation.
class LabTimes {
public:
    /// The newest word on this experiment counts.
    void learn(const ExperimentConfig& config, double secondsPerStep);
    [[nodiscard]] bool knows(const ExperimentConfig& config) const;
    [[nodiscard]] bool empty() const { return known_.empty(); }
    /// NaN: nothing is known of any experiment.
    [[nodiscard]] double seconds(const LabPlan& plan, const LabWork& work) const;
    [[nodiscard]] double seconds(const LabPlan& plan) const { return seconds(plan, LabWork(plan)); }

private:
    [[nodiscard]] double step(const ExperimentConfig& config, bool gpu) const;
    std::vector<std::pair<ExperimentConfig, double>> known_;  ///< seconds per step
};

}  // namespace gatelab
