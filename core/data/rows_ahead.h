// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <array>
#include <cstdint>

namespace gatelab {

/// Weekdays, from Sunday on, on which daily rows never fall in three weeks or more: the weekend of business days. All
/// false for rows of another step.
std::array<bool, 7> freeWeekdays(const TimeAxis& axis);

/// A series with `rows` more rows that nobody has observed: values are NaN, times go on (by months where all rows stand
/// a number of months apart, else by the distance of the rows, past the weekdays on which none falls).
SeriesPtr withRowsAhead(const Series& series, std::int64_t rows);

}  // namespace gatelab
