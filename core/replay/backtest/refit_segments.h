// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/backtest/backtest.h"
#include "replay/backtest/refit.h"

#include <vector>

namespace gatelab {

/// Windows that one training serves, and what it learns from: a part of the series, or one of each of many.
struct RefitSegment {
    std::vector<std::size_t> places;  ///< of the backtest's windows, rising
    std::vector<SeriesRefit> parts;
    /// The part of the series that a window is of.
    [[nodiscard]] const SeriesRefit& partOf(const Backtest& backtest, std::size_t window) const;
};

/// One for each plan.refitEvery origins. The k-th origins of many series go together, each learns from its own rows
/// before the first of its own; a series whose origins are over gives all of its rows that were forecast, one without
/// an origin those of its training and validation part. `prepared`: of the run, by its own split.
std::vector<RefitSegment> refitSegments(const Backtest& backtest, const PreparedSeries& prepared);

/// First rows of the segment's windows in the table that the refit learns from.
std::vector<std::int64_t> startsInRefit(const RefitSegment& segment, const Backtest& backtest, std::int64_t lookback);

/// InvalidInput: a series has a window, and too few rows before it to be prepared. `prepared`: of the refit.
Result<> checkRefitted(const PreparedSeries& prepared, const RefitSegment& segment, const Backtest& backtest);

}  // namespace gatelab
