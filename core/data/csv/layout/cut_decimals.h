// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/text/dialect.h"

#include <string_view>

namespace gatelab {

/// Numbers with decimal commas in a table that is cut at commas, without quotes: 12,5 is two cells there. Where nearly
/// every row becomes as wide as the names, or as the other rows, when whole numbers beside each other are joined, and
/// what stands second is what stands behind a decimal mark, sets cutDigits and cutFrom of the dialect. `sample`: the
/// first lines.
void findCutDecimals(std::string_view sample, CsvDialect& dialect);

}  // namespace gatelab
