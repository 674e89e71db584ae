// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv_roles.h"

namespace gatelab {

/// What keeps a cell that a person reads as a number from being one: a unit or a currency in it, digits of another
/// script, a fraction, an error behind it. Empty: it is no such cell.
Phrase whyNoNumber(std::string_view cell);

/// Says so of the columns of text whose cells are numbers to a person.
void warnOfNumbersInText(const CsvLayout& layout, const TableScan& scan, const CsvRoles& roles,
                         std::vector<ReadWarning>& warnings);

}  // namespace gatelab
