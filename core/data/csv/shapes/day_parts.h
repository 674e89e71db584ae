// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/shapes/table_cells.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// How many parts a day has whose columns are numbered one after the other: 24, 48, 96 or 288; `columns` may be one
/// hour more of them, for the day on which the clocks are set back. 0: none has so many.
std::size_t partsOfDay(std::size_t columns);

/// The columns of a table that are the hours of a day or equal parts of one.
struct DayParts {
    struct Part {
        std::size_t column = 0;
        std::int64_t begin = 0;  ///< microseconds after midnight on an ordinary day
    };
    std::vector<Part> parts;    ///< empty: no columns are
    std::size_t ofLongDay = 0;  ///< those at the end that only the day with 25 hours has
};
DayParts dayParts(const TableCells& cells);

/// What the day of some rows is.
enum class DayLength { Usual, Short, Long };

/// The clock at which each part begins, " 02:00:00", on the day `date` with these rows (one for each series; 0: it has
/// none); empty: the day has no such part. Where the parts are numbered and one hour more of them is there, they are
/// counted as they pass: on a day on which all are filled the hour before the change comes twice (hour 2; in November
/// hour 1, as in North America), on a Sunday on which exactly one hour less is filled hour 2 is skipped.
std::vector<std::string> clocksOfDay(const TableCells& cells, const DayParts& parts, std::span<const std::size_t> rows,
                                     const std::string& date, DayLength& length);

}  // namespace gatelab
