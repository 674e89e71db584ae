// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <QString>
#include <functional>
#include <memory>

namespace gatelab {

/// Text of a (fractional) row number: its date and time, to the day when the rows are days apart. Without known times
/// an empty function: rows are then shown as numbers.
std::function<QString(double)> rowFormat(std::shared_ptr<const TimeAxis> time);
/// The same for a table: ISO 8601, to the row.
std::function<QString(double)> rowTimes(std::shared_ptr<const TimeAxis> time);

}  // namespace gatelab
