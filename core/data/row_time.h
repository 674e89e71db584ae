// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <cstdint>
#include <string>

namespace gatelab {

/// ISO 8601 time of a row in UTC, with microseconds only when there are any; also of rows after the last known one when
/// the step is known. Empty without times.
std::string rowTime(const TimeAxis& axis, std::int64_t row);

/// The rows with the earliest and the latest time, wherever they stand; -1: there are no times.
struct TimeExtent {
    std::int64_t first = -1, last = -1;
};
TimeExtent timeExtent(const TimeAxis& axis);

/// Whether nearly all rows follow the one before them by the axis' step, of one series: no more than one in twenty
/// repeats a time or comes later. Else the step is only the most frequent one.
bool hasSteadyStep(const TimeAxis& axis);

}  // namespace gatelab
