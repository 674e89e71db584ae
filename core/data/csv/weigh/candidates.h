// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/report/report.h"

namespace gatelab {

/// Gives the guesses of a text table (encoding, delimiter, lines above the table, header, decimal mark, missing words,
/// time column and its format) what was weighed for each: the value that was taken first, the others by score. What the
/// user set has none.
void addCandidates(const CsvFindings& findings, ReadReport& report);

}  // namespace gatelab
