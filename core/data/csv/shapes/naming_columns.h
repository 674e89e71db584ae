// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/csv/shapes/table_cells.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gatelab {

/// Columns of few values that are neither of the date nor one of the parts, those of words and of the fewest values
/// first. Flags that each part has, and sums, tell no series apart.
std::vector<std::size_t> namingColumns(const TableCells& cells, const std::set<std::size_t>& used, std::size_t parts);

/// The words of these columns in row r.
std::string seriesNameOf(const TableCells& cells, std::size_t r, const std::vector<std::size_t>& key);

/// The first time that comes twice under one name. labels: of the rows below the names of the columns.
std::optional<std::string> twiceUnder(const TableCells& cells, const std::vector<std::string>& labels,
                                      const std::vector<std::size_t>& key);

/// The column, or the two, that tell several series apart: one day or year comes in several rows, and with their words
/// none comes twice. Empty: one series. `naming`: the columns that may.
Result<std::vector<std::size_t>> seriesKey(const TableCells& cells, const std::vector<std::string>& labels,
                                           const std::vector<std::size_t>& naming, bool isOneForSure);

Phrase sayColumns(const std::string& key, std::size_t count);

}  // namespace gatelab
