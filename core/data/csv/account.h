// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns.h"
#include "data/csv/roles.h"

#include <string_view>

namespace gatelab {

/// What became of every line of a text table: those above the table are told here, those from the first row of values
/// on by the scan. The lines of the file are counted apart from the reading, without those that name the columns and
/// the line ends inside quoted cells, so that a row that nobody tells is a difference.
ReadAccount accountOf(std::string_view text, const CsvDialect& dialect, const CsvLayout& layout,
                      const ExperimentConfig& options, TableScan& scan);

/// All columns with what they are to the run, in their order.
std::vector<ReadColumn> columnsOf(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan,
                                  const CsvRoles& roles);

}  // namespace gatelab
