// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/row_cells.h"

#include "data/csv/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gatelab {

char rowDelimiter(std::string_view line) {
    for (const char c : {'\t', ','})
        if (line.find(c) != std::string_view::npos) return c;
    return ' ';
}

std::string_view takeRowCell(std::string_view& line, char delimiter) {
    if (delimiter == ' ') line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::size_t end = std::min(line.find(delimiter), line.size());
    const std::string_view cell = trimCell(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
    return cell;
}

std::string rowClass(std::string_view cell) {
    double value = 0;
    if (!parseNumber(cell, sniffNumber(cell), 0, value) || value != std::floor(value) || std::abs(value) > 1e9)
        return std::string(cell);
    return std::to_string(static_cast<std::int64_t>(value));
}

}  // namespace gatelab
