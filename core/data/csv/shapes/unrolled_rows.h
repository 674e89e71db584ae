// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/csv/shapes/table_cells.h"
#include "data/series.h"

#include <cstddef>
#include <string>
#include <vector>

namespace gatelab {

/// The date of each row: from one column, or from year, month and day in columns of their own.
struct RowDates {
    std::vector<std::size_t> columns;
    std::vector<std::string> dates;  ///< of the rows below the names
};

RowDates datesOf(const TableCells& cells);

/// What becomes of the series of a table whose times stand side by side.
enum class Become { Columns, ManySeries };

/// A table with a row for each day, its hours or parts side by side, as one with a row for each of them.
Result<std::string> fromHours(const TableCells& cells, Become become, std::vector<ReadWarning>& warnings);
/// A table with a row for each year, its months side by side, as one with a row for each of them.
Result<std::string> fromMonths(const TableCells& cells, Become become, std::vector<ReadWarning>& warnings);

}  // namespace gatelab
