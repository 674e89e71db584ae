// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gatelab {

/// Forecasts of one part beside the truth, on the original scale, [window][step][target].
struct PartErrors {
    std::vector<double> truth, forecast;
    std::vector<double> spreads;       ///< windowSpread of every window, [window][target]
    std::vector<std::int64_t> starts;  ///< first row of every window, rising
};

/// How far from a forecast the truth lies with some probability, by split conformal prediction (Lei et al. 2018) on
/// errors in parts of the spread of their windows: an interval is as much wider as its window swings more. Windows that
/// overlap have errors in common, so the rank of the quantile is that of the number of windows that do not, up to the
/// step: ceil((n + 1) level) of n. No step has a narrower interval than the one before.
struct ErrorIntervals {
    struct Level {
        double level = 0;           ///< share of the truths that should lie within
        std::vector<double> sizes;  ///< half widths in parts of the window's spread, [step][target]
    };
    /// Rising; a level that needs more windows than there are gives way to the widest that they allow, n / (n + 1)
    std::vector<Level> levels;
    std::int64_t windows = 0;  ///< that do not overlap over the whole horizon
    /// Mean size of the errors of the last part in parts of that of the first; 1: one part, or nothing to divide by
    double growth = 1;
    [[nodiscard]] bool empty() const { return levels.empty(); }
};

/// At 80 and 95 %, from all parts together; parts in the order of time.
ErrorIntervals errorIntervals(std::span<const PartErrors> parts, std::size_t horizon, std::size_t targets);

/// Windows, none over another, that a level needs: 4 for 80 %, 19 for 95 %.
std::int64_t windowsNeeded(double level);

/// By which the errors of a window count: its standard deviation (divided by n, on the original scale), at least a
/// hundredth of that of the training rows; 1 where neither varies.
double windowSpread(double windowDeviation, double trainingDeviation);

}  // namespace gatelab
