// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "data/series.h"

#include <cstdint>
#include <vector>

namespace gatelab {

/// Where values are missing.
struct MissingMap {
    std::int64_t rowsPerCell = 1;
    std::vector<std::vector<double>> shares;  ///< [channel][cell], 0 to 1
    struct Column {
        std::int64_t missing = 0, gaps = 0, longest = 0, longestAt = -1;
    };
    std::vector<Column> columns;
    std::int64_t rows = 0, rowsWithAny = 0, rowsWithAll = 0;
};
/// `cells`: at most so many across all rows. Empty where `progress` said stop.
MissingMap missingMap(const Series& series, std::size_t cells, const Progress& progress = {});

}  // namespace gatelab
