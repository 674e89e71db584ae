// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/search_space.h"

#include <cstdint>
#include <span>

namespace gatelab {

/// A trial as TPE sees it.
struct TpeTrial {
    SearchPoint point;
    double value = 0;         ///< less is better; NaN: it goes on, diverged or failed, and counts as a bad one
    std::int64_t epochs = 0;  ///< trained; of trials that were stopped those that came further are the better ones
    bool isComplete = true;   ///< before all that are not
};

/// Random points before the first that is learned.
inline constexpr std::size_t kTpeRandomTrials = 10;

/// The next point by a multivariate tree-structured Parzen estimator (Bergstra et al., NIPS 2011; Falkner et al., ICML
/// 2018) with Optuna 4's defaults: the best min(ceil(0.1 n), 25) of n trials are the good ones, each set of trials is a
/// mixture of a product kernel per trial and a prior, older trials beyond 25 weigh less, and of 24 points drawn from
/// the good mixture the one with the highest ratio of the densities is taken. A setting without effect in a trial (NaN)
/// has the prior as its kernel. `trials` in the order of their start. The same arguments give the same point, whose
/// coordinates all are numbers. Pure; n trials of d axes cost O(24 n d).
SearchPoint suggestByTpe(std::span<const SearchDimension> dimensions, std::span<const TpeTrial> trials,
                         std::int64_t drawSeed, std::uint64_t draw);
/// A point drawn evenly from the space, as the first ones of TPE are.
SearchPoint randomPoint(std::span<const SearchDimension> dimensions, std::int64_t drawSeed, std::uint64_t draw);

}  // namespace gatelab
