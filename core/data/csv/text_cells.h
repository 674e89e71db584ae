// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/roles.h"

namespace gatelab {

/// Says why the cells of a column that was left out as text are no numbers, where a person reads them as such
/// (whyNoNumber).
void warnOfNumbersInText(const CsvLayout& layout, const TableScan& scan, const CsvRoles& roles,
                         std::vector<ReadWarning>& warnings);

}  // namespace gatelab
