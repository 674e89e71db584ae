// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/columns/table_scan.h"

#include <algorithm>
#include <utility>

namespace gatelab {

std::int64_t TableScan::lineOf(std::int64_t row) const {
    const auto after = std::ranges::upper_bound(lineJumps, row, {}, [](const auto& jump) { return jump.first; });
    return after == lineJumps.begin() ? -1 : (after - 1)->second + row - (after - 1)->first;
}

void TableScan::drop(const std::vector<std::int64_t>& rowsOut, std::vector<std::int64_t>& readTimes,
                     const Phrase& why) {
    if (rowsOut.empty()) return;
    for (const std::int64_t row : rowsOut) account.leave(lineOf(row), why);
    std::vector<std::pair<std::int64_t, std::int64_t>> jumps;
    auto out = rowsOut.begin();
    std::int64_t kept = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        if (out != rowsOut.end() && *out == row) {
            ++out;
            continue;
        }
        const std::int64_t line = lineOf(row);
        if (jumps.empty() || jumps.back().second + kept - jumps.back().first != line) jumps.emplace_back(kept, line);
        ++kept;
    }
    const auto erase = [&](auto& list) {
        if (list.size() != static_cast<std::size_t>(rows)) return;
        auto next = rowsOut.begin();
        std::size_t to = 0;
        for (std::size_t row = 0; row < list.size(); ++row)
            if (next != rowsOut.end() && *next == static_cast<std::int64_t>(row))
                ++next;
            else
                list[to++] = list[row];
        list.resize(to);
    };
    for (auto& column : values) erase(column);
    for (auto& words : wordOf) erase(words);
    erase(times);
    erase(readTimes);
    lineJumps = std::move(jumps);
    excluded += static_cast<std::int64_t>(rowsOut.size());
    rows = kept;
    const auto isOut = [&](std::int64_t row) { return std::ranges::binary_search(rowsOut, row); };
    const auto moveUp = [&](std::int64_t& row) { row -= std::ranges::lower_bound(rowsOut, row) - rowsOut.begin(); };
    std::erase_if(oddLabels, [&](const OddLabel& label) { return isOut(label.row); });
    std::erase_if(strayCells, [&](const auto& cell) { return isOut(cell.first); });
    for (OddLabel& label : oddLabels) moveUp(label.row);
    for (auto& cell : strayCells) moveUp(cell.first);
}

}  // namespace gatelab
