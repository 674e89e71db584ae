// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/reshape.h"

#include "config/shapes/array_axes.h"
#include "config/setting_predicates.h"
#include "data/csv/numbers.h"
#include "data/csv/table_cells.h"
#include "data/csv/time/times.h"
#include "data/tables/file_part.h"
#include "data/time_scanner.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace gatelab {
namespace {

constexpr std::int64_t kDay = INT64_C(86400000000);

Error lacks(const Text& what) { return {ErrorCode::InvalidInput, what}; }

bool isYear(const std::string& name) {
    int year = 0;
    const auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), year);
    return name.size() == 4 && code == std::errc() && end == name.data() + 4 && year > 1500 && year < 2200;
}

/// The columns whose names are dates or years, and those that name the series; where no names are times, the first one
/// does that.
struct Sides {
    std::vector<std::size_t> labels, places;
    std::string timeName;  ///< of the column that the names become
};

Sides sidesOf(const TableCells& cells) {
    constexpr std::size_t kFewYears = 3;
    Sides dates{{}, {}, "time"}, years{{}, {}, "year"}, names{{0}, {}, cells.at(0, 0)};
    for (std::size_t c = 0; c < cells.width; ++c) {
        (isDate(cells.at(0, c)) ? dates.places : dates.labels).push_back(c);
        (isYear(cells.at(0, c)) ? years.places : years.labels).push_back(c);
        if (c > 0) names.places.push_back(c);
    }
    // What stands above the names of the series is no name of the times, but where it says so itself.
    if (dates.labels.size() == 1 && isTimeName(cells.at(0, dates.labels[0])))
        dates.timeName = cells.at(0, dates.labels[0]);
    if (names.timeName.empty()) names.timeName = "time";
    // A year alone passes for a date, too.
    if (years.places.size() >= kFewYears && years.places.size() >= dates.places.size()) return years;
    return dates.places.empty() ? names : dates;
}

Result<std::string> transposed(const TableCells& cells) {
    const auto [labels, places, timeName] = sidesOf(cells);
    std::string out;
    std::vector<std::string> row{timeName};
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        std::string name;  // of the words before the numbers; numbers there (a place on the map) name nothing
        for (const std::size_t c : labels)
            if (const std::string& word = cells.at(r, c);
                !word.empty() && (labels.size() == 1 || !sniffNumber(word).mask))
                name += (name.empty() ? "" : " ") + word;
        row.push_back(std::move(name));
    }
    appendCsvRow(out, row);
    for (const std::size_t c : places) {
        row.clear();
        for (std::size_t r = 0; r < cells.rows.size(); ++r) row.push_back(cells.at(r, c));
        appendCsvRow(out, row);
    }
    return out;
}

/// Columns that are parts of a day, with the microseconds at which each begins.
std::vector<std::pair<std::size_t, std::int64_t>> dayParts(const TableCells& cells) {
    std::vector<std::pair<std::size_t, std::int64_t>> parts;
    std::map<std::string, std::vector<std::size_t>> numbered;
    for (std::size_t c = 0; c < cells.width; ++c) {
        const std::string& name = cells.at(0, c);
        const auto look = sniffTime(name);
        if (look && !look->hasDate && (parts.empty() || look->ofDayMicros > parts.back().second))
            parts.emplace_back(c, look->ofDayMicros);
        const std::size_t digits = name.find_last_not_of("0123456789") + 1;
        if (digits < name.size()) numbered[name.substr(0, digits)].push_back(c);
    }
    if (parts.size() >= 12) return parts;
    parts.clear();
    for (const auto& [prefix, columns] : numbered) {
        const std::size_t count = columns.size();
        if (count != 24 && count != 48 && count != 96 && count != 288) continue;
        for (std::size_t i = 0; i < count; ++i)
            parts.emplace_back(columns[i], static_cast<std::int64_t>(i) * kDay / static_cast<std::int64_t>(count));
        return parts;
    }
    return parts;
}

/// More than one value in a column that is neither the date nor one of the parts: several series in turn.
Result<> checkOneSeries(const TableCells& cells, const std::set<std::size_t>& used) {
    for (std::size_t c = 0; c < cells.width; ++c) {
        if (used.contains(c)) continue;
        std::set<std::string> words;
        for (std::size_t r = 1; r < cells.rows.size() && words.size() < 2; ++r) words.insert(cells.at(r, c));
        if (words.size() > 1 && std::ranges::none_of(words, [](const std::string& word) {
                return sniffNumber(word).mask && word.find_first_of(".,") != std::string::npos;
            }))
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading",
                                       "column '%1' tells several series apart; write a file for each of "
                                       "them, then its parts of a day can be read as one series"),
                          {cells.at(0, c)}}};
    }
    return {};
}

Result<std::string> fromHours(const TableCells& cells) {
    const auto parts = dayParts(cells);
    const auto date = dateColumn(cells);
    if (parts.empty())
        return lacks(GATELAB_TEXT("Reading", "no columns are the hours of a day or parts of them, as 00:30 or H01"));
    if (!date) return lacks(GATELAB_TEXT("Reading", "no column holds the date of each row"));
    std::set<std::size_t> used{*date};
    for (const auto& [c, micros] : parts) used.insert(c);
    if (auto one = checkOneSeries(cells, used); !one) return one.error();
    std::string out = "time,value\n";
    for (std::size_t r = 1; r < cells.rows.size(); ++r)
        for (const auto& [c, micros] : parts) {
            char clock[16];
            const std::int64_t seconds = micros / 1000000;
            std::snprintf(clock, sizeof clock, " %02d:%02d:%02d", static_cast<int>(seconds / 3600),
                          static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60));
            appendCsvRow(out, {cells.at(r, *date) + clock, cells.at(r, c)});
        }
    return out;
}

Result<std::string> fromMonths(const TableCells& cells) {
    std::map<int, std::size_t> months;
    std::optional<std::size_t> year;
    for (std::size_t c = 0; c < cells.width; ++c) {
        time_text::Scanner name(cells.at(0, c));
        if (const int month = name.monthName(); month > 0 && name.atEnd())
            months.emplace(month, c);
        else if (!year && isYear(cells.at(1, c)))
            year = c;
    }
    if (months.size() < 12)
        return lacks(GATELAB_TEXT("Reading", "no twelve columns are the months of a year, as Jan or January"));
    if (!year) return lacks(GATELAB_TEXT("Reading", "no column holds the year of each row"));
    std::string out = "time,value\n";
    for (std::size_t r = 1; r < cells.rows.size(); ++r)
        for (const auto& [month, c] : months) {
            char stamp[16];
            std::snprintf(stamp, sizeof stamp, "%s-%02d", cells.at(r, *year).substr(0, 4).c_str(), month);
            appendCsvRow(out, {stamp, cells.at(r, c)});
        }
    return out;
}

/// The column that is named, else the first of dates, else of stamps.
std::optional<std::size_t> timeOf(const TableCells& cells, const ExperimentConfig& options) {
    if (!isGuessed(options.timeColumn)) return columnNamed(cells, options.timeColumn);
    const auto dates = dateColumn(cells);
    return dates ? dates : stampColumn(cells);
}

Result<std::string> fromLong(const TableCells& cells, const ExperimentConfig& options) {
    const auto time = timeOf(cells, options);
    if (!time) return lacks(GATELAB_TEXT("Reading", "no column holds the time of each row"));
    const auto key = seriesColumn(cells, *time, 1000);
    if (!key)
        return lacks(GATELAB_TEXT("Reading",
                                  "no column tells the series apart: a name or whole number with which no "
                                  "time comes twice"));
    std::vector<std::size_t> values;
    for (std::size_t c = 0; c < cells.width; ++c)
        if (c != *time && c != *key) values.push_back(c);
    std::map<std::string, std::size_t> series, times;
    std::vector<std::string> names{cells.at(0, *time)}, stamps;
    std::vector<std::size_t> seriesOf, timeOf;
    std::vector<std::string> keys;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        const auto [found, isNew] = series.try_emplace(cells.at(r, *key), series.size());
        if (isNew) keys.push_back(found->first);
        const auto [when, isNewTime] = times.try_emplace(cells.at(r, *time), times.size());
        if (isNewTime) stamps.push_back(when->first);
        seriesOf.push_back(found->second), timeOf.push_back(when->second);
    }
    for (const std::string& word : keys)
        for (const std::size_t c : values) names.push_back(values.size() == 1 ? word : cells.at(0, c) + "_" + word);
    if (names.size() * stamps.size() > kMaxTableCells)
        return lacks(GATELAB_TEXT("Reading", "the table has too many series and times to stand side by side"));
    std::vector<std::vector<std::string>> table(stamps.size(), std::vector<std::string>(names.size()));
    for (std::size_t r = 0; r < seriesOf.size(); ++r) {
        auto& row = table[timeOf[r]];
        row[0] = stamps[timeOf[r]];
        for (std::size_t v = 0; v < values.size(); ++v)
            row[1 + seriesOf[r] * values.size() + v] = cells.at(r + 1, values[v]);
    }
    std::string out;
    appendCsvRow(out, names);
    for (const auto& row : table) appendCsvRow(out, row);
    return out;
}

}  // namespace

Result<std::string> reshapeTable(std::string_view text, const CsvDialect& dialect, const ExperimentConfig& options) {
    if (readsArrays(options))
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Reading",
                                  "this shape is one of arrays of three dimensions (HDF5, NumPy, MATLAB, netCDF), and "
                                  "this is a table; choose another shape")};
    const auto cells = readTableCells(text, dialect, options.csvSkipLines);
    if (!cells) return cells.error();
    if (hasSeriesInRows(options)) return transposed(*cells);
    if (hasDaysInRows(options)) return fromHours(*cells);
    return hasYearsInRows(options) ? fromMonths(*cells) : fromLong(*cells, options);
}

}  // namespace gatelab
