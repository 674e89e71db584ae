// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab_rungs.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

/// Which lines a lab has.
struct LabLines {
    LabMode mode = LabMode::Ladder;
    std::set<std::string> leftOut;              ///< keys of rungs that are not measured; not of LabMode::Pair
    std::pair<std::string, std::string> sides;  ///< of LabMode::Pair, as pairRungs() names them
    bool operator==(const LabLines&) const = default;
};

/// What a lab measures, and how often.
struct LabPlan {
    LabMode mode = LabMode::Ladder;
    std::vector<LabRung> rungs;
    int repeats = 5;
    std::int64_t warmup = 20, steps = 100;
    /// A measurement whose steps are done sooner is made longer; 0: so many steps and no more
    double minMs = kMinMs;
    bool equalTime = true;  ///< one more run of each rung that may train as long as rung 0 took
    ExperimentConfig base;  ///< the experiment whose switches they are
    LabPlace machine;       ///< the runs compute on

    /// Of a run whose outputs are compared, from the same start weights as the others'.
    [[nodiscard]] std::int64_t outputSteps() const { return steps < kMaxOutputSteps ? steps : kMaxOutputSteps; }
    static constexpr std::int64_t kMaxOutputSteps = 10;
    static constexpr double kMinMs = 50;  ///< much less is a matter of what else wakes up on the machine
    /// Ratios of one column of the table, whose intervals hold together.
    [[nodiscard]] int comparisons() const;
    /// What a rung is called: those that can run here are counted, the first one is 0.
    [[nodiscard]] int numberOf(std::size_t rung) const;
};

/// The rungs of these lines; how often is up to the caller. Unsupported: an XLA device that cannot
/// compute it.
Result<LabPlan> planLab(const LabLines& lines, const ExperimentConfig& base, const LabPlace& machine);
/// Whether what was measured by one answers the other: the same lines of the same experiment, however often.
bool measuresTheSame(const LabPlan& a, const LabPlan& b);
/// The lines that were asked for.
LabLines linesOf(const LabPlan& plan);

}  // namespace gatelab
