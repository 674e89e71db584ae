// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "data/series.h"
#include "data/split.h"

#include <cstdint>
#include <span>
#include <vector>

namespace gatelab {

/// How all columns go together at the same row.
struct Correlations {
    std::vector<std::size_t> channels;  ///< of the series: the first kMost
    std::vector<double> values;         ///< [channel][channel], Pearson; NaN: fewer than 3 common rows, or constant
    std::int64_t rows = 0;              ///< that were looked at, evenly spread
    static constexpr std::size_t kMost = 60;
    [[nodiscard]] double at(std::size_t one, std::size_t other) const { return values[one * channels.size() + other]; }
};
/// Each pair over the rows where both have a value. Empty where `progress` said stop.
Correlations correlations(const Series& series, RowRange rows, const Progress& progress = {});
/// Of two columns of equal length.
double correlation(std::span<const double> first, std::span<const double> second);

/// Another column that runs ahead of one: what it was `lag` rows ago goes with what that one is now.
struct Leader {
    std::size_t channel = 0;
    std::int64_t lag = 0;          ///< rows, 0: at the same time
    double value = 0, atOnce = 0;  ///< correlation at that lag, at 0, without the seasons of the column that is led
    /// Above CrossCorrelation::bound, and so do the changes from row to row at that lag go together: two walks that
    /// have nothing to do with each other are alike for long, their steps are not.
    bool isBeyondChance = false;
    std::int64_t season = 0;  ///< rows of the first season that was taken out of both; 0: none
};
/// All others, the closest first; up to `lags` rows ahead by the clock (ClockRows), over the last of these.
std::vector<Leader> leaders(const Series& series, std::size_t channel, RowRange rows, std::size_t lags,
                            const Progress& progress = {});

}  // namespace gatelab
