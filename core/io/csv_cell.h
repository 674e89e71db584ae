// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

/// Cells of CSV files that are written for people and spreadsheets.
namespace gatelab {

/// A text: quoted where needed, and never read as a formula by a spreadsheet. A number, such as the class "-1", stays
/// one.
std::string csvText(const std::string& text);
/// Appends the shortest decimal that reads back to the same number; nothing for a missing one.
void appendCsvNumber(std::string& out, double value);

}  // namespace gatelab
