// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/state_cells.h"

#include "data/csv/numbers.h"
#include "data/csv/words.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

bool saysNothing(const std::string& cell) {
    static constexpr std::array<std::string_view, 8> kWords = {"",     "unavailable", "unknown", "none",
                                                               "null", "nan",         "n/a",     "-"};
    return std::ranges::find(kWords, lowered(cell)) != kWords.end();
}

/// Which pair a word is of, and whether it is the first of it: on, open.
std::optional<std::pair<std::size_t, bool>> pairOf(const std::string& cell) {
    constexpr std::size_t kOthers = 1000;  // behind those of switchWord()
    static constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
        {"open", "closed"},    {"home", "not_home"},   {"locked", "unlocked"},
        {"detected", "clear"}, {"active", "inactive"}, {"above_horizon", "below_horizon"}};
    if (const auto known = switchWord(cell)) return std::pair(known->pair, known->isOn);
    const std::string text = lowered(cell);
    for (std::size_t i = 0; i < std::size(kPairs); ++i)
        if (text == kPairs[i].first || text == kPairs[i].second) return std::pair(kOthers + i, text == kPairs[i].first);
    return std::nullopt;
}

/// What the cells of one series are.
enum class States { Nothing, Numbers, Switch, Words };

struct SeriesStates {
    States kind = States::Nothing;
    std::size_t missing = 0;  ///< cells that say so in a word
    std::string word;         ///< one of them that is no number
};

SeriesStates statesOf(const TableCells& cells, const NamedRows& series, std::size_t column) {
    SeriesStates found;
    std::size_t numbers = 0, words = 0;
    std::set<std::size_t> pairs;
    bool areSwitch = true;
    for (const std::size_t r : series.rows) {
        const std::string& cell = cells.at(r, column);
        if (saysNothing(cell)) {
            found.missing += cell.empty() ? 0 : 1;
            continue;
        }
        if (sniffNumber(cell).mask != 0) {
            ++numbers;
            continue;
        }
        if (words++ == 0) found.word = cell;
        const auto pair = pairOf(cell);
        areSwitch = areSwitch && pair.has_value();
        if (pair) pairs.insert(pair->first);
    }
    if (words > 0 && numbers < words * 9)
        found.kind = numbers == 0 && areSwitch && pairs.size() == 1 ? States::Switch : States::Words;
    else if (numbers > 0)
        found.kind = States::Numbers;
    return found;
}

std::string listed(std::string names, const std::string& name, std::size_t count) {
    constexpr std::size_t kNamed = 4;
    if (count > kNamed) return names.ends_with("...") ? names : names + ", ...";
    return names + (names.empty() ? "'" : ", '") + name + "'";
}

}  // namespace

std::vector<bool> readStates(TableCells& cells, const std::vector<NamedRows>& series, std::size_t column,
                             std::vector<ReadWarning>& said) {
    std::vector<SeriesStates> states;
    for (const NamedRows& one : series) states.push_back(statesOf(cells, one, column));
    const auto count = [&](States kind) { return std::ranges::count(states, kind, &SeriesStates::kind); };
    const auto switches = count(States::Switch), words = count(States::Words);
    if (count(States::Numbers) == 0 || switches + words == 0) return {};
    std::vector<bool> isLeft(series.size());
    std::string switched, left, word;
    std::size_t missing = 0, switchedCount = 0, leftCount = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
        missing += states[i].missing;
        isLeft[i] = states[i].kind == States::Words;
        if (isLeft[i]) left = listed(left, series[i].name, ++leftCount), word = word.empty() ? states[i].word : word;
        if (states[i].kind == States::Switch) switched = listed(switched, series[i].name, ++switchedCount);
        for (const std::size_t r : series[i].rows) {
            if (column >= cells.rows[r].size()) continue;
            std::string& cell = cells.rows[r][column];
            const auto pair = states[i].kind == States::Switch ? pairOf(cell) : std::nullopt;
            if (saysNothing(cell) || isLeft[i])
                cell.clear();
            else if (pair)
                cell.assign(1, pair->second ? '1' : '0');
        }
    }
    const std::string& name = cells.at(0, column);
    if (switches > 0)
        said.push_back({-1,
                        {GATELAB_TEXT("Reading",
                                      "column '%1' holds words such as on and off for %2 of its series (%3): they "
                                      "were read as 1 and 0"),
                         {name, switches, switched}}});
    if (missing > 0)
        said.push_back({-1,
                        {GATELAB_TEXT("Reading",
                                      "column '%1': %2 cells say that there was no value (unavailable, unknown) and "
                                      "were read as missing"),
                         {name, missing}}});
    if (words > 0)
        said.push_back({-1,
                        {GATELAB_TEXT("Reading",
                                      "column '%1' holds other words for %2 of its series (%3), as '%4': these "
                                      "series were left out. To use one, write it as numbers"),
                         {name, words, left, word}}});
    return isLeft;
}

}  // namespace gatelab
