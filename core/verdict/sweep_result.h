// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/saved_sweep.h"
#include "verdict/run_groups.h"
#include "verdict/verdict.h"

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace gatelab {

/// One setting of a sweep, as far as its seeds in the sweep say.
struct SweepSetting {
    RunGroup group;                                          ///< with all its seeds, also those that came later
    double mean = std::numeric_limits<double>::quiet_NaN();  ///< of the best validation losses that are finite
    std::int64_t scored = 0, diverged = 0;
};

/// What a sweep has come to. The lowest of many scores is lower than it would be again, so the best two are held
/// against each other by seeds that the sweep has not seen.
struct SweepResult {
    std::int64_t runs = 0, ended = 0;  ///< asked for; with a score, or diverged
    std::vector<SweepSetting> ranked;  ///< with a score, best first; one that diverged behind those that never did
    /// The best two (or one) with their fresh seeds alone
    std::vector<RunGroup> fresh;
    double before = std::numeric_limits<double>::quiet_NaN();  ///< mean of the best setting in the sweep
    double after = before;                                     ///< and on its fresh seeds; NaN: there is none
    Verdict verdict;                                           ///< of the best against the second, by fresh seeds
    std::vector<ExperimentConfig> missing;                     ///< runs until its next look, both settings in turn

    /// By how much the best was only lucky: 0.05 where fresh seeds have 5 % more. NaN: not known.
    [[nodiscard]] double shrank() const { return (after - before) / before; }
};

SweepResult sweepResult(const SavedSweep& sweep, std::span<const RunGroup> groups);

}  // namespace gatelab
