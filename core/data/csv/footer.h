// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns.h"

#include <cstdint>

namespace gatelab {

/// Rows at the end of a table with words where the time stands ("Total;12;34"): sums, not measurements. Told of every
/// row while the table is scanned.
class CsvFooter {
public:
    /// A row that was read. `wordsForTime`: a word stands in a column of the time; `isSum`: its label names a sum.
    void take(std::int64_t line, bool wordsForTime, bool isSum);
    /// Takes the rows of the footer out of all that was read, and says so; nothing where there are too many.
    void drop(TableScan& scan) const;

private:
    std::int64_t rows_ = 0, line_ = 0;  ///< so far without one of values behind them; line of the first
    bool sumsAtEnd_ = false, sumsInside_ = false;
};

}  // namespace gatelab
