// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"
#include "data/csv/layout/layout.h"

namespace gatelab {

/// The plan that a scan asks for. Fails when the user named a time column that is not one.
Result<TablePlan> decideTable(const CsvLayout& layout, const TableScan& scan, const CsvDialect& dialect,
                              const ExperimentConfig& options);

}  // namespace gatelab
