// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/melted.h"

#include "data/csv/numbers.h"
#include "data/csv/shapes/series_rows.h"
#include "data/csv/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <unordered_set>
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

/// How many rows have the time, the variable and the words of these columns that a row above has; no more than `most`.
std::size_t repeatedRows(const TableCells& cells, std::size_t time, std::size_t variable,
                         const std::vector<std::size_t>& by, std::size_t most) {
    constexpr char kBetween = '\x1f';
    std::unordered_set<std::string> places;
    std::size_t repeated = 0;
    for (std::size_t r = 1; r < cells.rows.size() && repeated < most; ++r) {
        std::string place = cells.at(r, time) + kBetween + cells.at(r, variable);
        for (const std::size_t c : by) place += kBetween + cells.at(r, c);
        repeated += places.insert(std::move(place)).second ? 0 : 1;
    }
    return repeated;
}

/// The columns that it takes to tell the rows of a time apart. What else varies, as a flag of each value does, makes no
/// row of its own. None: the variables alone do.
std::vector<std::size_t> neededKeys(const TableCells& cells, std::size_t time, std::size_t variable,
                                    const std::vector<std::size_t>& keys) {
    const std::size_t repeated = repeatedRows(cells, time, variable, keys, cells.rows.size());
    std::vector<std::size_t> needed = keys;
    for (std::size_t i = keys.size(); i-- > 0;) {
        auto fewer = needed;
        std::erase(fewer, keys[i]);
        if (repeatedRows(cells, time, variable, fewer, repeated + 1) == repeated) needed = std::move(fewer);
    }
    // Sensors that have no time in common
    if (needed.empty())
        std::ranges::copy_if(keys, std::back_inserter(needed),
                             [&](std::size_t c) { return dependsOn(cells, c, time); });
    return needed;
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
    const std::vector<std::size_t> needed = neededKeys(cells, time, *variable, keys);
    if (needed.empty()) return std::nullopt;
    TableCells wide;
    wide.width = 1 + keys.size() + variables.size();
    std::vector<std::string> row{cells.at(0, time)};
    for (const std::size_t c : keys) row.push_back(cells.at(0, c));
    row.insert(row.end(), variables.begin(), variables.end());
    wide.rows.push_back(row);
    std::map<std::vector<std::string>, std::size_t> places;
    std::vector<std::string> of;
    DoubledRows doubled;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        row.assign(1, cells.at(r, time));
        for (const std::size_t c : keys) row.push_back(cells.at(r, c));
        of.assign(1, cells.at(r, time));
        for (const std::size_t c : needed) of.push_back(cells.at(r, c));
        const auto [place, isNew] = places.try_emplace(of, wide.rows.size());
        if (isNew) wide.rows.push_back(row), wide.rows.back().resize(wide.width);
        const auto which = std::ranges::find(variables, cells.at(r, *variable)) - variables.begin();
        std::string& cell = wide.rows[place->second][1 + keys.size() + static_cast<std::size_t>(which)];
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
