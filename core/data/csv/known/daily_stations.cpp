// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/known/known_table.h"
#include "data/csv/numbers.h"
#include "data/csv/text/dialect.h"
#include "data/csv/time/times.h"
#include "data/tables/file_part.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace gatelab::known_table {
namespace {

/// Places of a line (GHCN-Daily, readme.txt, section III): station, year, month, element, then 31 days of a value and
/// its three flags.
constexpr std::size_t kStation = 11, kYearAt = 11, kMonthAt = 15, kElementAt = 17, kDaysAt = 21, kDay = 8, kValue = 5,
                      kQualityAt = 6;
constexpr std::string_view kMissing = "-9999";

int wholeOf(std::string_view cell) {
    cell = trimCell(cell);
    int value = -1;
    const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return read.ec == std::errc() && read.ptr == cell.data() + cell.size() ? value : -1;
}

bool isLine(std::string_view line) {
    if (line.size() < kDaysAt + kDay) return false;
    const auto isCode = [](std::string_view text) {
        return std::ranges::all_of(text, [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
    };
    const int year = wholeOf(line.substr(kYearAt, 4)), month = wholeOf(line.substr(kMonthAt, 2));
    return isCode(line.substr(0, kStation)) && year > 1700 && year < 2200 && month >= 1 && month <= 12 &&
           isCode(line.substr(kElementAt, kDaysAt - kElementAt)) &&
           trimCell(line.substr(kDaysAt, kValue)).find_first_not_of("-0123456789") == std::string_view::npos;
}

std::string unitOf(std::string_view element) {
    static constexpr std::string_view kTenthsOfDegrees[] = {"TMAX", "TMIN", "TAVG", "TOBS", "ADPT", "AWBT"};
    if (std::ranges::find(kTenthsOfDegrees, element) != std::end(kTenthsOfDegrees)) return "[0.1 \u00B0C]";
    if (element == "PRCP" || element == "EVAP" || element == "WESD" || element == "WESF") return "[0.1 mm]";
    if (element == "SNOW" || element == "SNWD") return "[mm]";
    return element == "AWND" || element.starts_with("WSF") ? "[0.1 m/s]" : "";
}

}  // namespace

std::optional<KnownTable> dailyStations(std::string_view text, const Progress& progress) {
    const std::vector<std::string_view> head = firstLines(text, 2);
    if (head.empty() || !std::ranges::all_of(head, isLine) || text.size() > kLargest) return std::nullopt;
    std::map<std::string, std::map<std::size_t, std::string>> rows;  // by day
    std::vector<std::pair<std::string, std::string>> columns;        // station and element
    std::set<std::string> stations;
    std::int64_t failed = 0, others = 0;
    std::string_view line;
    Lines lines(text, progress);
    while (lines.next(line)) {
        if (!isLine(line)) {
            others += trimCell(line).empty() ? 0 : 1;
            continue;
        }
        const std::pair key{std::string(line.substr(0, kStation)), std::string(line.substr(kElementAt, 4))};
        const auto c = static_cast<std::size_t>(std::ranges::find(columns, key) - columns.begin());
        if (c == columns.size()) columns.push_back(key);
        if (columns.size() + 1 > CsvRows::kMaxCells) return std::nullopt;  // no row could hold one of each
        stations.insert(key.first);
        const int year = wholeOf(line.substr(kYearAt, 4)), month = wholeOf(line.substr(kMonthAt, 2));
        for (int day = 1; day <= 31 && dayMicros(year, month, day); ++day) {
            const std::size_t at = kDaysAt + static_cast<std::size_t>(day - 1) * kDay;
            if (at + kValue > line.size()) break;
            const std::string_view value = trimCell(line.substr(at, kValue));
            const bool isFailed = at + kQualityAt < line.size() && line[at + kQualityAt] != ' ' && value != kMissing;
            failed += isFailed ? 1 : 0;
            const std::string two = (day < 10 ? "-0" : "-") + std::to_string(day);
            rows[std::to_string(year) + (month < 10 ? "-0" : "-") + std::to_string(month) + two][c] =
                value == kMissing || isFailed ? std::string() : std::string(value);
        }
    }
    if (lines.isStopped()) return std::nullopt;
    std::vector<std::string> names{"date"}, units{""};
    for (const auto& [station, element] : columns) {
        names.push_back(stations.size() > 1 ? element + "_" + station : element);
        units.push_back(unitOf(element));
    }
    KnownTable table;
    appendCsvRow(table.text, names);
    if (std::ranges::any_of(units, [](const std::string& unit) { return !unit.empty(); }))
        appendCsvRow(table.text, units);
    for (const auto& [day, values] : rows) {
        std::vector<std::string> row(names.size());
        row[0] = day;
        for (const auto& [c, value] : values) row[c + 1] = value;
        appendCsvRow(table.text, row);
    }
    table.said.push_back({1,
                          {GATELAB_TEXT("Reading",
                                        "daily values of GHCN (.dly): a row for each day and a column for each of %1 "
                                        "elements of %2 stations; temperatures and rain are in tenths, as in the file"),
                           {columns.size(), stations.size()}}});
    if (failed > 0)
        table.said.push_back(
            {-1,
             {GATELAB_TEXT("Reading", "%1 values failed a quality check (their flag says so) and were read as missing"),
              {failed}}});
    if (others > 0)
        table.said.push_back(
            {-1, {GATELAB_TEXT("Reading", "%1 lines are not built like the first one and were left out"), {others}}});
    return table;
}

}  // namespace gatelab::known_table
