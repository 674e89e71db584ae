// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/series.h"

#include <cstdint>

namespace gatelab {

/// Rows of the longest season that a suggested window holds; where a usual period of the time step is longer and the
/// training rows hold eight of it and more: a day of five minutes (288), a week of half hours (336).
inline constexpr std::int64_t kMaxWindowSeason = 192, kMaxLongSeason = 336;
/// Which of the two it is for so many training rows. stepMicros: 0: not known.
std::int64_t longestWindowSeason(std::int64_t stepMicros, std::int64_t trainRows);

/// How long the windows of a series should be, in rows.
struct SuitingLookback {
    std::int64_t rows = 0;
    std::int64_t most = 0;  ///< that leave windows enough; at least `rows`
};

/// The lookback for a season of so many rows (1: none), with the horizon, inputs and goal of `config`: two seasons, of
/// fewer than 1,000 rows four, as far as they fit into kMaxWindowSeason, and no less than is usual; a longer one
/// (longestWindowSeason()) once. A quarter of the training rows, at least, begin a window, and a linear start is fitted
/// to no more values than it takes. Whoever suggests a lookback, or says something of one, asks here.
SuitingLookback suitingLookback(const Series& series, std::int64_t trainRows, std::int64_t season,
                                const ExperimentConfig& config);

}  // namespace gatelab
