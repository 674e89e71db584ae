// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/baselines.h"
#include "baselines/spread_scores.h"

#include <vector>

namespace gatelab {

/// Scores forecasts on the original scale and on the scale standardised by the training part (its mean and its standard
/// deviation divided by n, of every target, before any recipe step). Truth is what the file says: filled gaps are not
/// scored. Of many series each is scored on its own scale: MASE, R² and KGE are then means over the series of each
/// one's, the others over all values. Used by one thread.
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
    static Scale scaleOf(const PreparedSeries& prepared, std::size_t target, std::int64_t season);
    /// Of value i of the windows.
    [[nodiscard]] const Scale& scaleAt(std::size_t i) const {
        return scales_[(memberOf_.empty() ? 0 : memberOf_[i / perWindow_]) * targets_ + i % targets_];
    }
    [[nodiscard]] std::vector<double> standardised(std::span<const double> values) const;
    /// `isStandardised`: truth and values are, and so are the errors of a season.
    [[nodiscard]] ForecastScores scored(std::span<const double> truth, std::span<const double> values,
                                        bool isStandardised) const;
    std::size_t targets_ = 1, perWindow_ = 1;
    std::vector<Scale> scales_;          ///< [series][target]
    std::vector<std::size_t> memberOf_;  ///< of each window; empty: one series
    std::vector<double> truth_;
};

}  // namespace gatelab
