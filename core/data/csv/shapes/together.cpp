// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/together.h"

#include "config/setting_predicates.h"
#include "data/csv/numbers.h"
#include "data/csv/shapes/key_columns.h"
#include "data/csv/shapes/melted.h"
#include "data/csv/shapes/series_rows.h"
#include "data/csv/shapes/state_cells.h"
#include "data/csv/shapes/table_cells.h"
#include "data/csv/words.h"
#include "data/many/many_series.h"
#include "data/tables/file_part.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <utility>

namespace gatelab {
namespace {

constexpr std::size_t kMostSeries = 100'000;

bool isWord(const std::string& cell) {
    static constexpr std::array<std::string_view, 6> kMissing = {"", "na", "nan", "null", "none", "n/a"};
    return std::ranges::find(kMissing, lowered(cell)) == kMissing.end() && !sniffNumber(cell).mask;
}

bool holdsWords(const TableCells& cells, std::size_t c) {
    std::size_t words = 0, numbers = 0;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        words += isWord(cells.at(r, c)) ? 1 : 0;
        numbers += sniffNumber(cells.at(r, c)).mask ? 1 : 0;
    }
    return words * 10 > numbers + words;
}

/// The column that is named, else the first of dates, or of years under a name of time.
std::optional<std::size_t> timeColumn(const TableCells& cells, const ExperimentConfig& options) {
    if (countsRows(options)) return std::nullopt;
    if (const auto named = columnNamed(cells, options.timeColumn); named && !isGuessed(options.timeColumn))
        return named;
    constexpr std::size_t kLooked = 200;
    static constexpr std::array<std::string_view, 6> kYearNames = {"year", "ds", "date", "time", "jahr", "yr"};
    const std::size_t last = std::min(cells.rows.size(), kLooked + 1);
    for (std::size_t c = 0; c < cells.width; ++c) {
        std::size_t dates = 0, years = 0;
        for (std::size_t r = 1; r < last; ++r) {
            const bool year = isYear(cells.at(r, c));
            years += year ? 1 : 0, dates += !year && isDate(cells.at(r, c)) ? 1 : 0;
        }
        const bool isNamed = std::ranges::find(kYearNames, lowered(cells.at(0, c))) != kYearNames.end();
        if (dates * 10 >= (last - 1) * 9 || (isNamed && years == last - 1)) return c;
    }
    return stampColumn(cells);
}

/// Of a table without dates: a column with one of the usual names, else the first of words whose equal ones stand below
/// each other.
std::optional<std::size_t> keyWithoutTime(const TableCells& cells) {
    static constexpr std::array<std::string_view, 8> kNames = {"unique_id", "series_id", "item_id", "series",
                                                               "id",        "item",      "name",    "unit"};
    for (std::size_t c = 0; c < cells.width; ++c)
        if (std::ranges::find(kNames, lowered(cells.at(0, c))) != kNames.end()) {
            std::set<std::string> words;
            for (std::size_t r = 1; r < cells.rows.size(); ++r) words.insert(cells.at(r, c));
            if (words.size() > 1 && words.size() * 2 < cells.rows.size()) return c;
        }
    for (std::size_t c = 0; c < cells.width; ++c) {
        if (!holdsWords(cells, c)) continue;
        std::set<std::string> words;
        std::size_t changes = 1;
        for (std::size_t r = 1; r < cells.rows.size(); ++r) {
            words.insert(cells.at(r, c));
            changes += r > 1 && cells.at(r, c) != cells.at(r - 1, c) ? 1 : 0;
        }
        if (words.size() > 1 && changes == words.size() && words.size() * 2 < cells.rows.size()) return c;
    }
    return std::nullopt;
}

/// Whether a time comes twice, as in a table of several series; in one of one series every column of whole numbers
/// would tell its rows apart.
bool repeatsTimes(const TableCells& cells, std::size_t time) {
    std::set<std::string> times;
    for (std::size_t r = 1; r < cells.rows.size(); ++r)
        if (!times.insert(cells.at(r, time)).second) return true;
    return false;
}

/// One column, or several that become one.
std::optional<std::size_t> keyInTime(TableCells& cells, std::size_t& time, std::vector<ReadWarning>& said) {
    const std::vector<std::size_t> columns = seriesColumns(cells, time, kMostSeries);
    if (columns.empty()) return std::nullopt;
    if (columns.size() == 1) return columns.front();
    const std::size_t key = joinColumns(cells, columns, time);
    std::set<std::string> words;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) words.insert(cells.at(r, key));
    said.push_back({-1,
                    {GATELAB_TEXT("Reading", "column '%1' tells %2 series apart, which are called as there"),
                     {cells.at(0, key), words.size()}}});
    return key;
}

/// By its name, where each series has times of its own.
std::optional<std::size_t> keyByName(const TableCells& cells) {
    for (std::size_t c = 0; c < cells.width; ++c) {
        if (!isSeriesName(cells.at(0, c))) continue;
        std::set<std::string> words;
        for (std::size_t r = 1; r < cells.rows.size(); ++r) words.insert(cells.at(r, c));
        if (words.size() > 1 && words.size() * 3 <= cells.rows.size()) return c;
    }
    return std::nullopt;
}

/// Whether hardly any row has the series and the time of another one.
bool isNearlyEachOnce(const TableCells& cells, std::size_t key, std::size_t time) {
    std::set<std::pair<std::string, std::string>> places;
    std::int64_t doubled = 0;
    for (std::size_t r = 1; r < cells.rows.size(); ++r)
        doubled += places.emplace(cells.at(r, key), cells.at(r, time)).second ? 0 : 1;
    return doubled * kOneDoubledIn < std::ssize(cells.rows);
}

/// Whole numbers that go on by one from row to row of each series.
bool onlyCounts(const TableCells& cells, std::size_t c, const std::vector<NamedRows>& series) {
    for (const auto& [name, rows] : series) {
        long long before = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::string& cell = cells.at(rows[i], c);
            long long number = 0;
            const auto [end, code] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
            if (code != std::errc{} || end != cell.data() + cell.size() || (i > 0 && number != before + 1))
                return false;
            before = number;
        }
    }
    return true;
}

/// The rows of each series, in the order in which these come.
std::vector<NamedRows> rowsByWords(const TableCells& cells, std::size_t key) {
    std::map<std::string, std::size_t> numbers;
    std::vector<NamedRows> series;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        const auto [found, isNew] = numbers.try_emplace(cells.at(r, key), numbers.size());
        if (isNew) series.push_back({found->first, {}});
        series[found->second].rows.push_back(r);
    }
    return series;
}

/// Each time of a series once, in their order.
void putInOrder(const TableCells& cells, std::size_t time, std::vector<NamedRows>& series,
                std::vector<ReadWarning>& said) {
    DoubledRows doubled;
    bool isOrdered = false;
    for (auto& [name, rows] : series) {
        rows = eachTimeOnce(cells, rows, time, name, doubled);
        std::vector<std::string> stamps;
        for (const std::size_t r : rows) stamps.push_back(cells.at(r, time));
        const std::vector<std::size_t> order = orderOfStamps(stamps), before = rows;
        for (std::size_t i = 0; i < order.size(); ++i) rows[i] = before[order[i]];
        isOrdered = isOrdered || !order.empty();
    }
    if (isOrdered) said.push_back({-1, describeOrdered()});
    if (doubled.all > 0) said.push_back({-1, describeDoubled(doubled)});
}

/// States as numbers; a series of other words is none where it has nothing else.
void takeStates(TableCells& cells, const std::vector<std::size_t>& columns, std::vector<NamedRows>& series,
                std::vector<ReadWarning>& said) {
    for (const std::size_t c : columns) {
        const std::vector<bool> isLeft = readStates(cells, series, c, said);
        if (columns.size() > 1 || isLeft.empty()) continue;
        std::vector<NamedRows> kept;
        for (std::size_t i = 0; i < series.size(); ++i)
            if (!isLeft[i]) kept.push_back(std::move(series[i]));
        series = std::move(kept);
    }
}

}  // namespace

Result<TogetherText> togetherTable(std::string_view text, const CsvDialect& dialect, const ExperimentConfig& options) {
    auto read = readTableCells(text, dialect, options.csvSkipLines);
    if (!read) return read.error();
    TableCells& cells = *read;
    auto time = timeColumn(cells, options);
    TogetherText made;
    if (time)
        if (auto wide = pivotVariables(cells, *time, made.said)) cells = std::move(*wide), time = 0;
    auto key = !time                        ? keyWithoutTime(cells)
               : repeatsTimes(cells, *time) ? keyInTime(cells, *time, made.said)
                                            : keyByName(cells);
    if (!key && time) key = keyByName(cells);
    if (key && time && !isNearlyEachOnce(cells, *key, *time)) key.reset();
    if (!key)
        return Error{ErrorCode::NotFound,
                     GATELAB_TEXT("Reading",
                                  "no column tells the series apart: a name or whole number with which no "
                                  "time comes twice")};
    std::vector<NamedRows> series = rowsByWords(cells, *key);
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < cells.width; ++c) {
        if (c == *key || (time && c == *time)) continue;
        if (!time && onlyCounts(cells, c, series))
            made.said.push_back(
                {-1, {GATELAB_TEXT("Reading", "column '%1' only counts the rows of each series"), {cells.at(0, c)}}});
        else
            columns.push_back(c);
    }
    std::vector<std::string> row;
    if (time) row.push_back(made.timeName = cells.at(0, *time).empty() ? "time" : cells.at(0, *time));
    row.emplace_back(kSeriesNumber);
    for (const std::size_t c : columns) row.push_back(cells.at(0, c));
    appendCsvRow(made.table, row);
    if (time) putInOrder(cells, *time, series, made.said);
    takeStates(cells, columns, series, made.said);
    for (std::size_t number = 0; number < series.size(); ++number) {
        made.names.push_back(series[number].name);
        for (const std::size_t r : series[number].rows) {
            row.clear();
            if (time) row.push_back(cells.at(r, *time));
            row.push_back(std::to_string(number));
            for (const std::size_t c : columns) row.push_back(cells.at(r, c));
            appendCsvRow(made.table, row);
        }
    }
    return made;
}

}  // namespace gatelab
