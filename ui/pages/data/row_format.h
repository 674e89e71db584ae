// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <QString>
#include <functional>
#include <memory>

namespace gatelab {

/// The time of a (fractional) row number, seconds since 1970 UTC, also of rows beyond the last. Without known times an
/// empty function: rows are then shown as numbers.
std::function<double(double)> rowSeconds(std::shared_ptr<const TimeAxis> time);
/// The same for a table: ISO 8601, to the row.
std::function<QString(double)> rowTimes(std::shared_ptr<const TimeAxis> time);

}  // namespace gatelab
