// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"
#include "data/csv/layout/layout.h"
#include "data/csv/text/line_index.h"

namespace gatelab {

/// Reads all rows, again as long as the whole columns ask for another plan than the one they were read with.
/// `plan`: the one that the last reading was made with, or the next one would be.
Result<TableScan> readRows(std::string_view text, const LineIndex& lines, const CsvDialect& dialect,
                           const CsvLayout& layout, const ExperimentConfig& options, const Progress& progress,
                           TablePlan& plan);

}  // namespace gatelab
