// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/baselines.h"
#include "baselines/spread_scores.h"

#include <vector>

namespace gatelab {

/// Scores forecasts on the original scale and on the scale standardised by the training part (its mean and its standard
/// deviation divided by n, of every target, before any recipe step). Truth is what the file says: filled gaps are not
/// scored. Used by one thread.
class OriginalScorer {
public:
    /// seasons: as findSeasons() has them.
    OriginalScorer(const PreparedSeries& prepared, const WindowSet& windows, std::span<const std::int64_t> seasons);
    /// values [window][step][target] on the original scale.
    [[nodiscard]] ScoredForecast score(std::span<const double> values) const;
    /// What such a forecast says besides its centre, by the same rules.
    [[nodiscard]] ScoredSpread score(const ForecastSpread& spread) const;

private:
    struct Scale {
        double mean = 0, deviation = 1, seasonError = 0;
    };
    [[nodiscard]] std::vector<double> standardised(std::span<const double> values) const;
    std::vector<Scale> scales_;
    std::vector<double> truth_;
};

}  // namespace gatelab
