// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/recipe/categories.h"

#include <cstdint>
#include <string>
#include <vector>

/// Lines of values that are read from standard input, one after the other.
namespace gatelab::worker {

/// Between commas, without blanks around them.
std::vector<std::string> cellsOf(const std::string& line);
Error lineError(std::int64_t line, const std::string& what);
/// Where a column of the run stands in the lines. "weather=rain" may stand in a column "weather", as its word.
struct StreamPlace {
    std::size_t cell = 0;
    std::string word = {};  ///< 1 where the cell is this word, else 0; empty: the cell is the number
    bool isSwitch = false;  ///< a word for on or off (yes, no) is 1 or 0
};
/// An error names the first that is missing. `kinds`: of the columns; empty: all are numbers.
Result<std::vector<StreamPlace>> placesOf(const std::vector<std::string>& columns,
                                          const std::vector<std::string>& names,
                                          const std::vector<KeptKind>& kinds = {});
/// NaN where a cell is empty or a word for a missing value; an error where it is no number, nor a word of its column.
/// `width`: cells of a line.
Result<std::vector<double>> rowOf(const std::vector<std::string>& cells, const std::vector<StreamPlace>& places,
                                  std::size_t width, std::int64_t line);

}  // namespace gatelab::worker
