// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"
#include "data/csv/layout/layout.h"

namespace gatelab {

class LineIndex;

/// How the ordinary rows of a text are read in pieces, ahead of the others; without an index: all one by one, with the
/// same result.
struct ScanAhead {
    const LineIndex* index = nullptr;
    int threads = 1;
};

/// Reads at most `maxRows` rows. progress gets shares of this scan.
Result<TableScan> scanTable(std::string_view text, const CsvDialect& dialect, const CsvLayout& layout,
                            const TablePlan& plan, const ExperimentConfig& options, std::int64_t maxRows,
                            const ScanAhead& ahead, const Progress& progress);

}  // namespace gatelab
