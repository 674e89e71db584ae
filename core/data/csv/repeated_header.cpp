// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/repeated_header.h"

#include "data/csv/header.h"
#include "data/csv/words.h"

#include <algorithm>

namespace gatelab {

bool repeatsHeader(const CsvLayout& layout, std::span<const std::string_view> cells) {
    const auto& names = layout.headerCells;
    if (names.empty() || cells.size() < names.size()) return false;
    bool word = false;
    for (std::size_t c = 0; c < names.size(); ++c) {
        if (cells[c] != names[c] && lowered(cells[c]) != lowered(names[c])) return false;
        word = word || (!names[c].empty() && !csv_header::isTyped(names[c]));
    }
    return word;
}

bool isOtherHeader(const CsvLayout& layout, std::span<const std::string_view> cells) {
    const auto& names = layout.headerCells;
    if (names.size() < 2 || cells.size() < 2) return false;
    std::size_t known = 0, moved = 0, filled = 0;
    for (std::size_t c = 0; c < cells.size(); ++c) {
        if (cells[c].empty()) continue;
        ++filled;
        const std::string name = lowered(cells[c]);
        const bool inPlace = c < names.size() && lowered(names[c]) == name;
        if (inPlace || std::ranges::any_of(names, [&](const std::string& other) { return lowered(other) == name; }))
            ++known;
        moved += inPlace ? 0 : 1;
    }
    return known >= 2 && known * 2 >= filled && moved > 0;
}

}  // namespace gatelab
