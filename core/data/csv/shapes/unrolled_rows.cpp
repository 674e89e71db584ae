// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/unrolled_rows.h"

#include "data/csv/shapes/day_parts.h"
#include "data/csv/shapes/naming_columns.h"
#include "data/csv/time/choice.h"
#include "data/tables/file_part.h"
#include "data/time_scanner.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

/// A column that is a part of a day or a year, and what it adds to the time of its row: " 00:30:00", "-02".
struct StampedColumn {
    std::size_t column = 0;
    std::string stamp;
};

/// The rows of one day or year beside each other.
struct SeriesBeside {
    std::vector<std::string> names;              ///< of the series
    std::vector<std::vector<std::size_t>> rows;  ///< of each time, one for each series; 0: it has none
};

/// A time that the series before lack stands behind the one that it follows in its own. Without a key each row stays
/// for itself.
SeriesBeside besideEachOther(const TableCells& cells, const std::vector<std::string>& labels,
                             const std::vector<std::size_t>& key) {
    SeriesBeside out;
    std::map<std::string, std::size_t> series;
    std::vector<std::vector<std::size_t>> rowsOf;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        if (key.empty()) out.rows.push_back({r});
        const auto [found, isNew] =
            series.try_emplace(key.empty() ? std::string("value") : seriesNameOf(cells, r, key), series.size());
        if (isNew) out.names.push_back(found->first), rowsOf.emplace_back();
        rowsOf[found->second].push_back(r);
    }
    if (key.empty()) return out;
    std::list<std::vector<std::size_t>> times;
    std::map<std::string, std::list<std::vector<std::size_t>>::iterator> placeOf;
    for (std::size_t s = 0; s < rowsOf.size(); ++s) {
        auto next = times.begin();
        for (const std::size_t r : rowsOf[s]) {
            const auto [place, isNew] = placeOf.try_emplace(labels[r - 1], next);
            if (isNew) place->second = times.emplace(next, out.names.size(), 0);
            (*place->second)[s] = r;
            next = std::next(place->second);
        }
    }
    out.rows.assign(times.begin(), times.end());
    return out;
}

/// Names the columns beside those of the times that say something else in each row: sums, flags, remarks.
void warnOfOthers(const TableCells& cells, const std::set<std::size_t>& used, std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kNamed = 8;
    std::string names;
    std::size_t all = 0;
    for (std::size_t c = 0; c < cells.width; ++c) {
        bool changes = false;
        for (std::size_t r = 2; r < cells.rows.size() && !used.contains(c) && !changes; ++r)
            changes = cells.at(r, c) != cells.at(1, c);
        if (changes && ++all <= kNamed) names += (names.empty() ? "'" : ", '") + cells.at(0, c) + "'";
    }
    if (all > kNamed) names += ", ...";
    if (all > 0)
        warnings.push_back({-1,
                            {GATELAB_TEXT("Reading",
                                          "columns that are no part of the day or the year were left out: %1 (%2 in "
                                          "all). Read the table as a row for each time to keep them"),
                             {names, all}}});
}

/// Names the columns that say the same in every row, as the number of the one meter of a file does.
void warnOfConstants(const TableCells& cells, const std::set<std::size_t>& used, std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kNamed = 4;
    std::string names;
    std::size_t all = 0;
    for (std::size_t c = 0; c < cells.width; ++c) {
        const std::string& first = cells.at(1, c);
        bool isSame = !used.contains(c) && !first.empty() && cells.rows.size() > 2;
        for (std::size_t r = 2; r < cells.rows.size() && isSame; ++r) isSame = cells.at(r, c) == first;
        if (isSame && ++all <= kNamed) names += (names.empty() ? "'" : ", '") + cells.at(0, c) + "' (" + first + ")";
    }
    if (all > kNamed) names += ", ...";
    if (all > 0)
        warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading",
                           "columns that say the same in every row were left out: %1 (%2 in all). They tell whose "
                           "values these are, and no series apart"),
              {names, all}}});
}

/// What stands behind the label of each part of a day or year in the rows of a time, one for each series; empty: it has
/// no such part.
using StampsOf = std::function<std::vector<std::string>(std::span<const std::size_t> rows)>;

/// A row for each part of each day or year, and a column for each series. labels: the times of the rows; used: their
/// columns; stampsOf: where they differ from row to row.
Result<std::string> unrolled(const TableCells& cells, const std::vector<std::string>& labels,
                             const std::vector<StampedColumn>& parts, std::set<std::size_t> used, bool isOneForSure,
                             Become become, std::vector<ReadWarning>& warnings, const StampsOf& stampsOf = {}) {
    for (const StampedColumn& part : parts) used.insert(part.column);
    const auto key = seriesKey(cells, labels, namingColumns(cells, used, parts.size()), isOneForSure);
    if (!key) return key.error();
    const SeriesBeside beside = besideEachOther(cells, labels, *key);
    if ((beside.names.size() + 1) * beside.rows.size() * parts.size() > kMaxTableCells)
        return lacks(GATELAB_TEXT("Reading", "the table has too many series and times to stand side by side"));
    std::string keyName;
    for (const std::size_t c : *key) keyName += (keyName.empty() ? "" : " + ") + cells.at(0, c), used.insert(c);
    if (!key->empty())
        warnings.push_back(
            {-1, become == Become::Columns
                     ? sayColumns(keyName, beside.names.size())
                     : Phrase{GATELAB_TEXT("Reading", "column '%1' tells %2 series apart, which are called as there"),
                              {keyName, beside.names.size()}}});
    warnOfOthers(cells, used, warnings);
    warnOfConstants(cells, used, warnings);
    std::string out;
    std::vector<std::string> row{"time"};
    row.insert(row.end(), beside.names.begin(), beside.names.end());
    appendCsvRow(out, row);
    for (const std::vector<std::size_t>& rows : beside.rows) {
        const std::size_t any = *std::ranges::max_element(rows);  // one that is there
        const std::vector<std::string> stamps = stampsOf ? stampsOf(rows) : std::vector<std::string>();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (!stamps.empty() && stamps[i].empty()) continue;
            row = {labels[any - 1] + (stamps.empty() ? parts[i].stamp : stamps[i])};
            for (const std::size_t r : rows) row.push_back(r > 0 ? cells.at(r, parts[i].column) : std::string());
            appendCsvRow(out, row);
        }
    }
    return out;
}

}  // namespace

RowDates datesOf(const TableCells& cells) {
    RowDates found;
    for (const TimePart part : {TimePart::Year, TimePart::Month, TimePart::Day}) {
        const std::set<std::string>& names = csv_time::ruleOf(part).names;
        std::size_t c = 0;
        while (c < cells.width && !names.contains(csv_time::plainName(cells.at(0, c)))) ++c;
        if (c < cells.width) found.columns.push_back(c);
    }
    const bool areParts = found.columns.size() == 3;
    if (!areParts) {
        const auto date = dateColumn(cells);
        if (!date) return {};
        found.columns = {*date};
    }
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        std::string date = cells.at(r, found.columns[0]);
        for (std::size_t i = 1; i < found.columns.size(); ++i) {
            const std::string& part = cells.at(r, found.columns[i]);
            date += (part.size() < 2 ? "-0" : "-") + part;
        }
        found.dates.push_back(std::move(date));
    }
    return found;
}

Result<std::string> fromHours(const TableCells& cells, Become become, std::vector<ReadWarning>& warnings) {
    const DayParts parts = dayParts(cells);
    const RowDates dates = datesOf(cells);
    if (parts.parts.empty())
        return lacks(GATELAB_TEXT("Reading", "no columns are the hours of a day or parts of them, as 00:30 or H01"));
    if (dates.columns.empty()) return lacks(GATELAB_TEXT("Reading", "no column holds the date of each row"));
    std::vector<StampedColumn> columns;
    for (const DayParts::Part& part : parts.parts) columns.push_back({part.column, {}});
    std::int64_t longDays = 0, shortDays = 0;
    auto turned = unrolled(cells, dates.dates, columns, {dates.columns.begin(), dates.columns.end()}, false, become,
                           warnings, [&](std::span<const std::size_t> rows) {
                               DayLength length{};
                               const std::size_t any = *std::ranges::max_element(rows);
                               auto clocks = clocksOfDay(cells, parts, rows, dates.dates[any - 1], length);
                               longDays += length == DayLength::Long ? 1 : 0;
                               shortDays += length == DayLength::Short ? 1 : 0;
                               return clocks;
                           });
    if (turned && longDays + shortDays > 0)
        warnings.push_back({-1,
                            {GATELAB_TEXT("Reading",
                                          "%1 days have 25 hours and %2 have 23, as where the clocks change: the hours "
                                          "were taken as they pass, so that hour 2 (in November hour 1) comes twice on "
                                          "the one, and hour 2 is skipped on the other"),
                             {longDays, shortDays}}});
    return turned;
}

Result<std::string> fromMonths(const TableCells& cells, Become become, std::vector<ReadWarning>& warnings) {
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
    std::vector<StampedColumn> columns;
    for (const auto& [month, c] : months) {
        char stamp[16];
        std::snprintf(stamp, sizeof stamp, "-%02d", month);
        columns.push_back({c, stamp});
    }
    std::vector<std::string> years;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) years.push_back(cells.at(r, *year).substr(0, 4));
    return unrolled(cells, years, columns, {*year}, true, become, warnings);
}

}  // namespace gatelab
