// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"
#include "data/csv/layout/layout.h"
#include "data/csv/roles/roles.h"

#include <filesystem>

namespace gatelab {

/// Channels of all columns of values; says which columns were left out and why. Words stand before the last column of
/// numbers, which is the target where none is named.
/// The values move out of the scan. Missing ones are counted on `threads` threads.
void takeChannels(const CsvLayout& layout, TableScan& scan, const TablePlan& plan, const CsvRoles& roles, int threads,
                  Series& series);

/// What to say when no column can be used: of texts also how they are read as what they may be.
Error noChannels(const std::filesystem::path& path, const CsvLayout& layout, const TableScan& scan,
                 const TablePlan& plan);

}  // namespace gatelab
