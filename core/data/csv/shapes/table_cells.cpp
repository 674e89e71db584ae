// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/table_cells.h"

#include "data/csv/numbers.h"
#include "data/csv/shapes/key_columns.h"
#include "data/csv/time/row_times.h"
#include "data/csv/words.h"
#include "data/tables/file_part.h"
#include "data/time_scanner.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <unordered_map>
#include <utility>

namespace gatelab {

Result<TableCells> readTableCells(std::string_view text, const CsvDialect& dialect, std::int64_t skip) {
    TableCells cells;
    std::size_t all = 0;
    for (CsvRows rows(text, dialect); rows.next();) {
        if (rows.isComment() || rows.isBlank() || rows.line() <= skip) continue;
        cells.rows.emplace_back(rows.cells().begin(), rows.cells().end());
        cells.width = std::max(cells.width, cells.rows.back().size());
        if ((all += cells.rows.back().size()) > kMaxTableCells)
            return Error{ErrorCode::Unsupported,
                         GATELAB_TEXT("Reading",
                                      "the table has too many cells to be turned; write it with a row for "
                                      "each time")};
    }
    if (cells.rows.size() > 1 && cells.width > 1) {
        for (std::string& name : cells.rows.front()) name = yearOfName(name);
        return cells;
    }
    return Error{ErrorCode::InvalidInput,
                 GATELAB_TEXT("Reading", "the table has one row or one column, and cannot be turned")};
}

std::string yearOfName(const std::string& name) {
    constexpr std::size_t kYear = 4;
    const std::string first = name.substr(0, std::min(kYear, name.size()));
    if (name.size() == 2 * kYear + 5 && isYear(first) && name.substr(kYear) == " [YR" + first + "]") return first;
    if (name.size() == kYear + 1 && name.front() == 'X' && isYear(name.substr(1))) return name.substr(1);
    return name;
}
bool isYear(const std::string& cell) {
    int year = 0;
    const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), year);
    return cell.size() == 4 && read.ptr == cell.data() + 4 && year > 1500 && year < 2200;
}
bool isDate(const std::string& cell) {
    const auto look = sniffTime(cell);
    return isYear(cell) || (look && look->hasDate && !sniffNumber(cell).mask);
}

std::optional<std::size_t> dateColumn(const TableCells& cells) {
    for (std::size_t c = 0; c < cells.width; ++c)
        if (isDate(cells.at(1, c))) return c;
    return std::nullopt;
}

std::optional<std::size_t> stampColumn(const TableCells& cells) {
    constexpr double kLow = kEpochLow * 1e3, kHigh = kEpochHigh * 1e9;
    std::optional<std::size_t> bySize;
    for (std::size_t c = 0; c < cells.width; ++c) {
        std::size_t numbers = 0, stamps = 0, moments = 0;  // whole ones; of some unit since 1970; seconds or less
        for (std::size_t r = 1; r < cells.rows.size(); ++r) {
            const std::string& cell = cells.at(r, c);
            double value = 0;
            const auto [end, code] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
            if (code != std::errc{} || end != cell.data() + cell.size()) continue;
            numbers += value == std::floor(value) ? 1 : 0;
            stamps += value == std::floor(value) && value >= kLow && value <= kHigh ? 1 : 0;
            moments += value >= kEpochLow && value <= kHigh ? 1 : 0;
        }
        const auto isMost = [&](std::size_t count) { return count * 10 >= (cells.rows.size() - 1) * 9; };
        const std::string& name = cells.at(0, c);
        if (isTimeName(name) ? isMost(numbers) || isMost(moments) : isMost(moments) && endsLikeTime(name)) return c;
        if (isMost(stamps) && !bySize) bySize = c;
    }
    return bySize;
}

bool isSeriesName(const std::string& name) {
    static const std::set<std::string> kNames = {"unique_id", "series_id", "item_id",    "entity_id",
                                                 "sensor_id", "device_id", "station_id", "meter_id"};
    return kNames.contains(lowered(name));
}

std::optional<std::size_t> columnNamed(const TableCells& cells, const std::string& name) {
    for (std::size_t c = 0; c < cells.width; ++c)
        if (cells.at(0, c) == name) return c;
    return std::nullopt;
}

std::optional<std::size_t> seriesColumn(const TableCells& cells, std::size_t time, std::size_t most) {
    std::optional<std::size_t> best;
    std::pair<bool, std::size_t> bestWorth{true, most + 1};
    for (std::size_t c = 0; c < cells.width; ++c) {
        if (c == time || (isDate(cells.at(1, c)) && !isYear(cells.at(1, c)))) continue;
        std::set<std::pair<std::string, std::string>> places;
        std::set<std::string> words;
        bool isWhole = true, isUnique = true;
        std::size_t numbers = 0, others = 0;
        for (std::size_t r = 1; r < cells.rows.size() && isUnique && words.size() <= most; ++r) {
            const std::string& word = cells.at(r, c);
            words.insert(word);
            const bool isNumber = sniffNumber(word).mask != 0;
            numbers += isNumber ? 1 : 0, others += !isNumber && !word.empty() ? 1 : 0;
            isWhole = isWhole && (!isNumber || word.find_first_of(".,eE") == std::string::npos);
            isUnique = places.emplace(word, cells.at(r, time)).second;
        }
        // A sum or a word below numbers does not make them names.
        const std::pair<bool, std::size_t> worth{others == 0, words.size()};
        const bool isQuantity = numbers > others && !isWhole;
        if (!isUnique || words.size() < 2 || isQuantity || !(worth < bestWorth)) continue;
        best = c, bestWorth = worth;
    }
    return best;
}

namespace {

/// The number of the word of each row; empty: a date, a quantity, or a word is missing.
std::vector<std::int64_t> wordNumbers(const TableCells& cells, std::size_t c) {
    if (isDate(cells.at(1, c)) && !isYear(cells.at(1, c))) return {};
    std::unordered_map<std::string, std::int64_t> numbers;
    std::vector<std::int64_t> found;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        const std::string& word = cells.at(r, c);
        const auto [number, isNew] = numbers.try_emplace(word, std::ssize(numbers));
        const bool isQuantity = isNew && sniffNumber(word).mask && word.find_first_of(".,eE") != std::string::npos;
        if (word.empty() || isQuantity || numbers.size() * 3 > cells.rows.size()) return {};
        found.push_back(number->second);
    }
    return found;
}

}  // namespace

std::vector<std::size_t> seriesColumns(const TableCells& cells, std::size_t time, std::size_t most) {
    constexpr std::size_t kFewRows = 3;
    const auto one = seriesColumn(cells, time, most);
    // Sales that differ on each day tell the rows apart, too, but no series.
    if (one) {
        std::set<std::string> words;
        bool isNumber = true;
        for (std::size_t r = 1; r < cells.rows.size(); ++r)
            if (words.insert(cells.at(r, *one)).second) isNumber = isNumber && sniffNumber(cells.at(r, *one)).mask;
        if (!isNumber || words.size() * kFewRows < cells.rows.size()) return {*one};
    }
    std::vector<std::vector<std::int64_t>> columns(cells.width);
    for (std::size_t c = 0; c < cells.width; ++c)
        if (c != time) columns[c] = wordNumbers(cells, c);
    std::unordered_map<std::string, std::int64_t> numbers;
    std::vector<std::int64_t> times;
    for (std::size_t r = 1; r < cells.rows.size(); ++r)
        times.push_back(numbers.try_emplace(cells.at(r, time), std::ssize(numbers)).first->second);
    KeyColumns found = keyColumns(columns, times);
    const std::set<std::int64_t> series(found.groups.begin(), found.groups.end());
    if (!found.columns.empty() && series.size() <= most) return found.columns;
    return one ? std::vector<std::size_t>{*one} : std::vector<std::size_t>();
}

std::size_t joinColumns(TableCells& cells, const std::vector<std::size_t>& columns, std::size_t& time) {
    const std::size_t first = columns.front();
    for (std::size_t r = 0; r < cells.rows.size(); ++r) {
        auto& row = cells.rows[r];
        row.resize(cells.width);
        for (std::size_t i = 1; i < columns.size(); ++i) row[first] += (r > 0 ? " / " : " + ") + row[columns[i]];
        for (std::size_t i = columns.size(); i > 1; --i)
            row.erase(row.begin() + static_cast<std::ptrdiff_t>(columns[i - 1]));
    }
    cells.width -= columns.size() - 1;
    const std::size_t before = time;
    for (std::size_t i = 1; i < columns.size(); ++i) time -= columns[i] < before ? 1 : 0;
    return first;
}

}  // namespace gatelab
