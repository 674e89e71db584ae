// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/csv/shapes/table_cells.h"
#include "data/series.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Where a row stands in its year.
struct YearPlace {
    int month = 0;  ///< 1 to 12; 0: `day` counts from the start of the year, 1 to 366
    int day = 0;    ///< 1 to 31; 0: a whole month
    friend auto operator<=>(const YearPlace&, const YearPlace&) = default;
};

/// The places that the labels of rows say, each once: names of months ("Jan"), twelve numbers from 1 on, days with the
/// name of a month ("01-Jan", "Jan 1"), days and months as numbers ("1/2", in the order in which they rise), 365 or 366
/// numbers from 1 on. Nothing where one in ten says none; others than these have none.
std::optional<std::vector<std::optional<YearPlace>>> placesInYear(std::span<const std::string> labels);

/// A table whose columns are called by years and whose rows are the days or months of one, as one with a row for each
/// day or month of all years and a column "value". What stands before the first value and behind the last is left out.
Result<std::string> fromYears(const TableCells& cells, std::vector<ReadWarning>& warnings);

}  // namespace gatelab
