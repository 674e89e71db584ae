// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/known/known_table.h"

#include "data/csv/numbers.h"

#include <algorithm>

namespace gatelab {

std::optional<KnownTable> knownTable(std::string_view text, const Progress& progress) {
    using namespace known_table;
    for (const auto kind : {eurostat, nemReport, intervalMetering, dailyStations, hourlyStations, lineProtocol,
                            jsonMessages, namedCells, titledTables})
        if (auto table = kind(text, progress)) return table;
    for (const auto kind : {quarterPrint, printedFrame, fullWidth, serialLog})
        if (auto table = kind(text)) return table;
    return std::nullopt;
}

namespace known_table {

std::string_view takeLine(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

bool Lines::next(std::string_view& line) {
    constexpr std::size_t kEach = 4096;
    if (rest_.empty() || stopped_) return false;
    if (++count_ % kEach == 0) {
        const double done = 1 - static_cast<double>(rest_.size()) / static_cast<double>(size_);
        stopped_ = !report(progress_, from_ + (to_ - from_) * done);
    }
    line = takeLine(rest_);
    return !stopped_;
}

std::vector<std::string_view> firstLines(std::string_view text, std::size_t most) {
    std::vector<std::string_view> lines;
    while (!text.empty() && lines.size() < most) lines.push_back(takeLine(text));
    return lines;
}

std::vector<std::string_view> cutCells(std::string_view line, char delimiter) {
    std::vector<std::string_view> cells;
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t end = std::min(line.find(delimiter, at), line.size());
        cells.push_back(trimCell(line.substr(at, end - at)));
        at = end + 1;
    }
    return cells;
}

}  // namespace known_table
}  // namespace gatelab
