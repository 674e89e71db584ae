// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/roles/roles.h"

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

/// The shape that reads a table as it seems to be meant.
struct OtherShape {
    std::string key;       ///< of csv_shape; empty: none does
    bool inDoubt = false;  ///< to be proposed, not to be taken
};

/// Names a table that is no series with a column for each quantity and a row for each time: several series below each
/// other or in turn; hours, months, dates or years side by side; a sequence with its class in each row; rows and
/// columns exchanged. It is read as it stands, and the warning says how it should be written. At most one is said. What
/// columns are called by is no time where the rows have their own.
OtherShape warnOfShape(const TableShape& shape, std::vector<ReadWarning>& warnings);

}  // namespace gatelab
