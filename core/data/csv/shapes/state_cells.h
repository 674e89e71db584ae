// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/shapes/table_cells.h"
#include "data/series.h"

#include <cstddef>
#include <string>
#include <vector>

namespace gatelab {

/// The rows of one series of a long table, and the words that name it.
struct NamedRows {
    std::string name;
    std::vector<std::size_t> rows;
};

/// A column of values in which some series hold numbers and others words, as the states in a history of Home Assistant:
/// the words of a pair (on and off, open and closed) become 1 and 0 where a series holds no others, and words that say
/// that there is no value ("unavailable") empty cells. Whether each series is to be left out, as it holds other words.
/// `said`: all of it; nothing where the column is no such one. Empty: none is left out.
std::vector<bool> readStates(TableCells& cells, const std::vector<NamedRows>& series, std::size_t column,
                             std::vector<ReadWarning>& said);

}  // namespace gatelab
