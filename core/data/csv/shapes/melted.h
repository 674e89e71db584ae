// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/shapes/table_cells.h"
#include "data/series.h"

#include <optional>
#include <vector>

namespace gatelab {

/// A table with a row for each value (`time, sensor, variable, value`) as one with a row for each time of each series
/// and a column for each variable. A column that says the same wherever a variable does (its unit) is left out; of one
/// that tells no rows apart (a flag of each value) the word of the first of them stays. Of a cell that comes twice the
/// one further down. `said`: what was done. Nothing: no column is called a variable beside
/// one of values and one that names series.
std::optional<TableCells> pivotVariables(const TableCells& cells, std::size_t time, std::vector<ReadWarning>& said);

}  // namespace gatelab
