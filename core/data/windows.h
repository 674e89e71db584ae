// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/recipe/recipe.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// Windows as index arithmetic: window w sees rows [start, start + lookback) and is asked for rows [start + lookback,
/// start + lookback + horizon). The targets of a window lie wholly inside its part; its inputs may reach back into an
/// earlier part (as published ETTh1 results do), never forward. Windows that touch a missing value after the recipe are
/// left out and counted.
struct WindowSet {
    std::int64_t lookback = 0, horizon = 0, stride = 1;
    std::vector<std::int64_t> starts;
    std::int64_t skippedMissing = 0;
    /// Left out because the last rows before the origin were interpolated with a value after it
    std::int64_t skippedAhead = 0;
    [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(starts.size()); }
};

/// How many windows stand in a part, those among them that are left out because of missing values.
std::int64_t windowPlaces(RowRange part, std::int64_t lookback, std::int64_t horizon, std::int64_t stride);
/// Rows from one training window to the next.
std::int64_t trainStride(const ExperimentConfig& config);

struct SplitWindows {
    WindowSet train, validation, test;
};

/// The stride is the training windows'; validation and test have every window, so that the scores of runs with
/// different strides compare. Fails with the rows needed and the rows there when a part that is not empty cannot hold
/// one window.
Result<SplitWindows> makeWindows(const PreparedSeries& prepared, std::int64_t lookback, std::int64_t horizon,
                                 std::int64_t stride);
/// The windows of an experiment. With a carried state those of the training part stand end to end, whatever the stride,
/// for a state belongs to the last row that it has seen; fails where a gap in the data keeps them from it, or where
/// there are too few for the streams of a batch.
Result<SplitWindows> makeWindows(const PreparedSeries& prepared, const ExperimentConfig& config);

/// The leak audit: counts, from the windows themselves, how many cross a border.
struct LeakAudit {
    std::int64_t windows = 0;
    std::int64_t crossing = 0;  ///< windows whose targets lie outside their part, or overlap another part's targets
    std::int64_t lastFittedRow = -1;
    bool clean = true;
    std::vector<Phrase> leaks = {};  ///< of auditByPerturbing, where it was asked; then it is not clean
    std::string summary;             ///< English: "0 of 12 480 windows cross a border; steps fitted on rows 0 to 8 639"
};
LeakAudit auditLeaks(const PreparedSeries& prepared, const SplitWindows& windows);

}  // namespace gatelab
