// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace gatelab {

/// What a forecast says besides its centre, all on one scale and in one order, [window][step][target]: quantiles, and
/// for a normal distribution its mean and deviation. Empty for a forecast of single numbers.
struct ForecastSpread {
    std::vector<double> levels;                  ///< rising, each between 0 and 1
    std::vector<std::vector<double>> quantiles;  ///< one forecast per level, rising with it
    std::vector<double> mean, deviation;         ///< of a normal distribution; else empty
    /// Share of the forecasts whose quantiles crossed before they were put in rising order; NaN: theirs cannot.
    double crossed = std::numeric_limits<double>::quiet_NaN();
    bool givenPath = false;  ///< of a recursive decoder: each step's as if the forecasts before it were certain
    [[nodiscard]] bool empty() const { return levels.empty() && deviation.empty(); }
    /// Lowest and highest level bound the interval; there is none with fewer than two.
    [[nodiscard]] bool hasInterval() const { return levels.size() > 1; }
    [[nodiscard]] double nominalCoverage() const { return hasInterval() ? levels.back() - levels.front() : 0; }
};

/// How good one quantile was: its mean pinball loss (Koenker and Bassett 1978), and the share of truths not above it,
/// which should be its level.
struct QuantileScore {
    double level = 0, pinball = 0, below = 0;
};

/// Means over all windows, steps and targets whose truth is there, summed in their order: no batch size is seen.
/// Members that cannot be formed are NaN.
struct SpreadScores {
    std::vector<QuantileScore> quantiles;
    double pinball;  ///< mean over the levels
    /// Of the interval: the share of truths that should lie in it, the share that does (borders count), its mean width
    double nominal, coverage, width;
    double crossed;  ///< share of the forecasts whose quantiles had to be put in order
    /// Of a normal distribution: continuous ranked probability score (Gneiting and Raftery 2007), negative log
    /// likelihood in nats
    double crps, nll;
    std::int64_t values = 0;
};
SpreadScores scoreSpread(std::span<const double> truth, const ForecastSpread& forecast);

struct ScoredSpread {
    SpreadScores standardised, original;
};

}  // namespace gatelab
