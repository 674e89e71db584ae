// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_event.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Test scores of one of several runs that differ in nothing but their seed.
struct SeedScores {
    std::int64_t seed = 0;
    std::string run;  ///< its id; empty: it was not kept
    RunState state = RunState::Interrupted;
    std::vector<TestScore> scores;  ///< empty: it was not tested
    std::string why = {};           ///< it failed, or was stopped
    /// False: it was stopped before its end, and says nothing about one of the whole plan
    bool whole = true;
};

/// How many seeds means and deviations are of: those that were trained to their end and tested.
std::size_t countedSeeds(std::span<const SeedScores> seeds);
/// Mean of each score over the counted seeds that have it, in the shape of one run's scores; of a single seed its own
/// scores, also where it was stopped. A value that is no finite number is not left out: the mean is none either.
std::vector<TestScore> meanScores(std::span<const SeedScores> seeds);
/// Standard deviation (n - 1) of each score of the model over the counted seeds; NaN for a score that fewer than two
/// seeds have.
std::vector<TestScore> scoreDeviations(std::span<const SeedScores> seeds);

}  // namespace gatelab
