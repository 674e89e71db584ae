// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/melted.h"

#include "data/csv/numbers.h"
#include "data/csv/shapes/series_rows.h"
#include "data/csv/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

template <std::size_t N>
std::optional<std::size_t> columnCalled(const TableCells& cells, const std::array<std::string_view, N>& names) {
    for (std::size_t c = 0; c < cells.width; ++c)
        if (std::ranges::find(names, lowered(cells.at(0, c))) != names.end()) return c;
    return std::nullopt;
}

/// Whether a column says the same wherever the other one does.
bool dependsOn(const TableCells& cells, std::size_t column, std::size_t other) {
    std::map<std::string, std::string> words;
    for (std::size_t r = 1; r < cells.rows.size(); ++r)
        if (words.try_emplace(cells.at(r, other), cells.at(r, column)).first->second != cells.at(r, column))
            return false;
    return true;
}

/// The words of a column in the order in which they come; empty: a number or nothing is among them, or they are many.
std::vector<std::string> variablesOf(const TableCells& cells, std::size_t column) {
    constexpr std::size_t kMost = 64;
    std::vector<std::string> words;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        const std::string& word = cells.at(r, column);
        if (std::ranges::find(words, word) != words.end()) continue;
        if (word.empty() || sniffNumber(word).mask != 0 || words.size() == kMost) return {};
        words.push_back(word);
    }
    return words;
}

}  // namespace

std::optional<TableCells> pivotVariables(const TableCells& cells, std::size_t time, std::vector<ReadWarning>& said) {
    static constexpr std::array<std::string_view, 8> kVariables = {"variable", "parameter", "metric",  "measurement",
                                                                   "quantity", "indicator", "element", "变量"};
    static constexpr std::array<std::string_view, 6> kValues = {"value", "values", "val", "result", "reading", "值"};
    const auto variable = columnCalled(cells, kVariables), value = columnCalled(cells, kValues);
    if (!variable || !value || *variable == time || *value == time) return std::nullopt;
    const std::vector<std::string> variables = variablesOf(cells, *variable);
    std::vector<std::size_t> keys;
    for (std::size_t c = 0; c < cells.width; ++c)
        if (c != time && c != *variable && c != *value && !dependsOn(cells, c, *variable)) keys.push_back(c);
    if (variables.size() < 2 || keys.empty()) return std::nullopt;
    TableCells wide;
    wide.width = 1 + keys.size() + variables.size();
    std::vector<std::string> row{cells.at(0, time)};
    for (const std::size_t c : keys) row.push_back(cells.at(0, c));
    row.insert(row.end(), variables.begin(), variables.end());
    wide.rows.push_back(row);
    std::map<std::vector<std::string>, std::size_t> places;
    DoubledRows doubled;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        row.assign(1, cells.at(r, time));
        for (const std::size_t c : keys) row.push_back(cells.at(r, c));
        const auto [place, isNew] = places.try_emplace(row, wide.rows.size());
        if (isNew) wide.rows.push_back(row), wide.rows.back().resize(wide.width);
        const auto of = std::ranges::find(variables, cells.at(r, *variable)) - variables.begin();
        std::string& cell = wide.rows[place->second][1 + keys.size() + static_cast<std::size_t>(of)];
        if (!cell.empty()) {
            if (doubled.all++ == 0) doubled.time = cells.at(r, time), doubled.series = cells.at(r, *variable);
            doubled.differing += cell != cells.at(r, *value) ? 1 : 0;
        }
        cell = cells.at(r, *value);
        if (wide.rows.size() * wide.width > kMaxTableCells) return std::nullopt;
    }
    said.push_back({-1,
                    {GATELAB_TEXT("Reading", "each of the %1 words of column '%2' became a column of its own"),
                     {variables.size(), cells.at(0, *variable)}}});
    if (doubled.all > 0) said.push_back({-1, describeDoubled(doubled)});
    return wide;
}

}  // namespace gatelab
