// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <vector>

/// Lines of values that are read from standard input, one after the other.
namespace gatelab::worker {

/// Between commas, without blanks around them.
std::vector<std::string> cellsOf(const std::string& line);
Error lineError(std::int64_t line, const std::string& what);
/// Where each column of the run stands in the lines; an error names the first that is missing.
Result<std::vector<std::size_t>> placesOf(const std::vector<std::string>& columns,
                                          const std::vector<std::string>& names);
/// NaN where a cell is empty or a word for a missing value. `width`: cells of a line.
Result<std::vector<double>> rowOf(const std::vector<std::string>& cells, const std::vector<std::size_t>& places,
                                  std::size_t width, std::int64_t line);

}  // namespace gatelab::worker
