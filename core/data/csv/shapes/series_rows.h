// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "data/csv/shapes/table_cells.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// The rows of the series of a long table: each time once, in the order of the times.
namespace gatelab {

/// Rows that have the series and the time of another one.
struct DoubledRows {
    std::int64_t all = 0, differing = 0;  ///< of these, with other values
    std::string time, series;             ///< of the first
};
/// The rows of one series, each time once: where it comes again the row further down takes the place of the first.
/// series: the words that name it.
std::vector<std::size_t> eachTimeOnce(const TableCells& cells, std::span<const std::size_t> rows, std::size_t time,
                                      const std::string& series, DoubledRows& doubled);
Phrase describeDoubled(const DoubledRows& doubled);

/// The numbers of stamps in the order of their times. Empty: they rise or fall as they stand, or are not all of one
/// kind whose order is sure (dates that say where their day stands, numbers).
std::vector<std::size_t> orderOfStamps(std::span<const std::string> stamps);
Phrase describeOrdered();

}  // namespace gatelab
