// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/roles.h"

#include <filesystem>
#include <string>

namespace gatelab {

/// What the shape of a text table is told from.
struct TableShape {
    const std::filesystem::path& path;
    const CsvLayout& layout;
    const TableScan& scan;
    const TablePlan& plan;
    const CsvRoles& roles;
    const std::vector<std::int64_t>& times;  ///< of the rows; empty: none
};

/// Names a table that is no series with a column for each quantity and a row for each time: several series below each
/// other or in turn; hours, months, dates or years side by side; a sequence with its class in each row; rows and
/// columns exchanged. It is read as it stands, and the warning says how it should be written. At most one is said.
/// The key of csv_shape that reads it as it seems to be meant; empty: none does.
std::string warnOfShape(const TableShape& shape, std::vector<ReadWarning>& warnings);

}  // namespace gatelab
