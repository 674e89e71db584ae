// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/naming_columns.h"

#include "data/csv/numbers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace gatelab {

std::vector<std::size_t> namingColumns(const TableCells& cells, const std::set<std::size_t>& used, std::size_t parts) {
    std::map<std::string, std::size_t> numbered;
    const auto prefixOf = [&](std::size_t c) {
        const std::string& name = cells.at(0, c);
        return name.substr(0, name.find_last_not_of("0123456789") + 1);
    };
    for (std::size_t c = 0; c < cells.width; ++c) ++numbered[prefixOf(c)];
    std::vector<std::pair<std::pair<bool, std::size_t>, std::size_t>> found;
    for (std::size_t c = 0; c < cells.width; ++c) {
        if (used.contains(c) || (prefixOf(c) != cells.at(0, c) && numbered[prefixOf(c)] == parts)) continue;
        std::set<std::string> words;
        for (std::size_t r = 1; r < cells.rows.size(); ++r) words.insert(cells.at(r, c));
        const auto isNumber = [](const std::string& word) { return sniffNumber(word).mask != 0; };
        if (words.size() > 1 && words.size() * 2 <= cells.rows.size() &&
            std::ranges::none_of(words, [&](const std::string& word) {
                return isNumber(word) && word.find_first_of(".,") != std::string::npos;
            }))
            found.push_back({{std::ranges::all_of(words, isNumber), words.size()}, c});
    }
    std::ranges::sort(found);
    std::vector<std::size_t> columns;
    for (const auto& [worth, c] : found) columns.push_back(c);
    return columns;
}

std::string seriesNameOf(const TableCells& cells, std::size_t r, const std::vector<std::size_t>& key) {
    std::string name;
    for (const std::size_t c : key) name += (name.empty() ? "" : " ") + cells.at(r, c);
    return name;
}

std::optional<std::string> twiceUnder(const TableCells& cells, const std::vector<std::string>& labels,
                                      const std::vector<std::size_t>& key) {
    std::set<std::pair<std::string, std::string>> places;
    for (std::size_t r = 1; r < cells.rows.size(); ++r)
        if (!places.emplace(seriesNameOf(cells, r, key), labels[r - 1]).second) return labels[r - 1];
    return std::nullopt;
}

Result<std::vector<std::size_t>> seriesKey(const TableCells& cells, const std::vector<std::string>& labels,
                                           const std::vector<std::size_t>& naming, bool isOneForSure) {
    constexpr std::size_t kPaired = 8;
    if (naming.empty()) return std::vector<std::size_t>();
    std::set<std::string> times;
    std::size_t dated = 0;  // notes below a table have no time, and repeat none
    for (const std::string& label : labels)
        if (isDate(label)) ++dated, times.insert(label);
    // A doubled row tells nothing.
    const bool repeats = dated > 0 && (dated - times.size()) * 10 >= dated;
    if (!repeats && isOneForSure) return std::vector<std::size_t>();
    if (!repeats)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading",
                                   "column '%1' tells several series apart; write a file for each of "
                                   "them, then its parts of a day can be read as one series"),
                      {cells.at(0, naming.front())}}};
    for (const std::size_t c : naming)
        if (!twiceUnder(cells, labels, {c})) return std::vector<std::size_t>{c};
    const std::size_t count = std::min(naming.size(), kPaired);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = i + 1; k < count; ++k)
            if (const std::vector<std::size_t> both{std::min(naming[i], naming[k]), std::max(naming[i], naming[k])};
                !twiceUnder(cells, labels, both))
                return both;
    return Error{ErrorCode::InvalidInput,
                 {GATELAB_TEXT("Reading",
                               "days or years come in several rows, and no column tells the series of these rows "
                               "apart: with '%1' some come twice, first '%2'. Leave one row for each, or write a file "
                               "for each series"),
                  {cells.at(0, naming.front()), twiceUnder(cells, labels, {naming.front()}).value_or(std::string())}}};
}

Phrase sayColumns(const std::string& key, std::size_t count) {
    return {GATELAB_TEXT("Reading",
                         "column '%1' tells %2 series apart, and each became a column of its own that is called as "
                         "there"),
            {key, count}};
}

}  // namespace gatelab
