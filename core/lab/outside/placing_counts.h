// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <cstdint>
#include <vector>

namespace gatelab {

/// What of a file of forecasts has no place in the data, or is none of a forecast: rows, `gaps` steps.
struct PlacingCounts {
    std::int64_t noSeries = 0, noTime = 0, after = 0, between = 0, unknown = 0, leaks = 0, twice = 0, gaps = 0,
                 otherTruth = 0, truths = 0, empty = 0, crossed = 0;
    /// Those of them that people must know, each with its count.
    [[nodiscard]] std::vector<Phrase> notes() const;
    /// The truths of the file that are not the data's; empty: none.
    [[nodiscard]] std::vector<Phrase> truthNotes() const;
};

}  // namespace gatelab
