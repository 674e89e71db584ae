// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/known/known_table.h"
#include "data/csv/numbers.h"
#include "data/tables/file_part.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>

/// What texts have in common whose lines say the name of each value.
namespace gatelab::known_table {

inline constexpr std::size_t kMostNames = 1024;
/// By how many of the first lines a text is told.
inline constexpr std::size_t kLookedAt = 50;
/// Longer lines are none of these.
inline constexpr std::size_t kLongestLine = 65'536;

/// More cells than this, and than the text has bytes, are none of its table: nearly all of them would be empty.
inline constexpr std::size_t kMostHoles = std::size_t{1} << 20;

inline bool isMost(std::size_t some, std::size_t all) { return all > 0 && some * 20 >= all * 19; }

/// A line as the names of its values and these.
using Cells = std::vector<std::pair<std::string, std::string>>;

/// The columns of names, in the order in which they come first. A name that comes again in a line is one of its own:
/// T, T_2.
class NamedPlaces {
public:
    void nextLine() { ++line_; }
    std::size_t of(const std::string& name) {
        const auto [at, isNew] = places_.try_emplace(name, names_.size());
        if (isNew) names_.push_back(name), seen_.emplace_back();
        const std::size_t place = at->second;
        if (seen_[place].line == line_) return of(name + "_" + std::to_string(++seen_[place].times));
        seen_[place] = {line_, 1};
        return place;
    }
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

private:
    struct Seen {
        std::int64_t line = -1;
        std::size_t times = 0;
    };
    std::vector<std::string> names_;
    std::vector<Seen> seen_;
    std::map<std::string, std::size_t, std::less<>> places_;
    std::int64_t line_ = 0;
};

/// A table of lines whose cells have names, which become those of the columns in the order in which they come first:
/// read twice, so that no more than the table itself is held. cellsOf(line): nothing where it is another one, then
/// counted in `others`. Empty: there are too many names, nearly all cells of the table would be, or it was stopped.
template <typename CellsOf>
std::string namedTable(std::string_view text, const Progress& progress, std::int64_t& others, CellsOf cellsOf) {
    NamedPlaces places;
    const std::vector<std::string>& names = places.names();
    std::size_t rows = 0;
    Lines looking(text, progress, 0, 0.5), writing(text, progress, 0.5, 1);
    for (std::string_view line; looking.next(line);) {
        const std::optional<Cells> cells = cellsOf(line);
        others += cells || trimCell(line).empty() ? 0 : 1;
        if (!cells) continue;
        ++rows, places.nextLine();
        for (const auto& [name, value] : *cells) places.of(name);
        if (names.size() > kMostNames) return {};
    }
    if (looking.isStopped() || rows * names.size() > std::max(text.size(), kMostHoles)) return {};
    std::string csv;
    appendCsvRow(csv, names);
    std::vector<std::string> row(names.size());
    for (std::string_view line; writing.next(line);) {
        std::optional<Cells> cells = cellsOf(line);
        if (!cells) continue;
        for (std::string& cell : row) cell.clear();
        places.nextLine();
        for (auto& [name, value] : *cells) row[places.of(name)] = std::move(value);
        appendCsvRow(csv, row);
    }
    return looking.isStopped() || writing.isStopped() ? std::string() : csv;
}

inline ReadWarning otherLines(std::int64_t lines) {
    return {-1, {GATELAB_TEXT("Reading", "%1 lines are not built like the first one and were left out"), {lines}}};
}

}  // namespace gatelab::known_table
