// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <cstdint>
#include <string>

namespace gatelab {

/// ISO 8601 time of a row in UTC, with microseconds only when there are any; also of rows after the last known one when
/// the step is known. Empty without times.
std::string rowTime(const TimeAxis& axis, std::int64_t row);

}  // namespace gatelab
