// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/reshape.h"

#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "config/shapes/array_axes.h"
#include "data/csv/layout/layout.h"
#include "data/csv/numbers.h"
#include "data/csv/shapes/day_parts.h"
#include "data/csv/shapes/series_rows.h"
#include "data/csv/shapes/state_cells.h"
#include "data/csv/shapes/table_cells.h"
#include "data/csv/shapes/year_columns.h"
#include "data/csv/time/choice.h"
#include "data/csv/time/times.h"
#include "data/tables/file_part.h"
#include "data/time_scanner.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gatelab {
namespace {

Error lacks(const Text& what) { return {ErrorCode::InvalidInput, what}; }

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

/// The date of each row: from one column, or from year, month and day in columns of their own.
struct RowDates {
    std::vector<std::size_t> columns;
    std::vector<std::string> dates;  ///< of the rows below the names
};

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

/// A column that is a part of a day or a year, and what it adds to the time of its row: " 00:30:00", "-02".
struct PartColumn {
    std::size_t column = 0;
    std::string stamp;
};

/// Columns of few values that are neither of the date nor one of the parts, those of words and of the fewest values
/// first. Flags that each part has, and sums, tell no series apart.
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

std::string nameOf(const TableCells& cells, std::size_t r, const std::vector<std::size_t>& key) {
    std::string name;
    for (const std::size_t c : key) name += (name.empty() ? "" : " ") + cells.at(r, c);
    return name;
}

/// The first time that comes twice under one name. labels: of the rows below the names of the columns.
std::optional<std::string> twiceUnder(const TableCells& cells, const std::vector<std::string>& labels,
                                      const std::vector<std::size_t>& key) {
    std::set<std::pair<std::string, std::string>> places;
    for (std::size_t r = 1; r < cells.rows.size(); ++r)
        if (!places.emplace(nameOf(cells, r, key), labels[r - 1]).second) return labels[r - 1];
    return std::nullopt;
}

/// The column, or the two, that tell several series apart: one day or year comes in several rows, and with their words
/// none comes twice. Empty: one series. `naming`: the columns that may.
Result<std::vector<std::size_t>> keyOf(const TableCells& cells, const std::vector<std::string>& labels,
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
            series.try_emplace(key.empty() ? std::string("value") : nameOf(cells, r, key), series.size());
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

Phrase sayColumns(const std::string& key, std::size_t count) {
    return {GATELAB_TEXT("Reading",
                         "column '%1' tells %2 series apart, and each became a column of its own that is called as "
                         "there"),
            {key, count}};
}

/// What becomes of the series of a table whose times stand side by side.
enum class Become { Columns, ManySeries };

/// What stands behind the label of each part of a day or year in the rows of a time, one for each series; empty: it has
/// no such part.
using StampsOf = std::function<std::vector<std::string>(std::span<const std::size_t> rows)>;

/// A row for each part of each day or year, and a column for each series. labels: the times of the rows; used: their
/// columns; stampsOf: where they differ from row to row.
Result<std::string> unrolled(const TableCells& cells, const std::vector<std::string>& labels,
                             const std::vector<PartColumn>& parts, std::set<std::size_t> used, bool isOneForSure,
                             Become become, std::vector<ReadWarning>& warnings, const StampsOf& stampsOf = {}) {
    for (const PartColumn& part : parts) used.insert(part.column);
    const auto key = keyOf(cells, labels, namingColumns(cells, used, parts.size()), isOneForSure);
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

Result<std::string> fromHours(const TableCells& cells, Become become, std::vector<ReadWarning>& warnings) {
    const DayParts parts = dayParts(cells);
    const RowDates dates = datesOf(cells);
    if (parts.parts.empty())
        return lacks(GATELAB_TEXT("Reading", "no columns are the hours of a day or parts of them, as 00:30 or H01"));
    if (dates.columns.empty()) return lacks(GATELAB_TEXT("Reading", "no column holds the date of each row"));
    std::vector<PartColumn> columns;
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
    std::vector<PartColumn> columns;
    for (const auto& [month, c] : months) {
        char stamp[16];
        std::snprintf(stamp, sizeof stamp, "-%02d", month);
        columns.push_back({c, stamp});
    }
    std::vector<std::string> years;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) years.push_back(cells.at(r, *year).substr(0, 4));
    return unrolled(cells, years, columns, {*year}, true, become, warnings);
}

/// Whichever of these the table is; columns that only have names are no times.
Result<std::string> fromAcross(const TableCells& cells, std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kFewTimes = 3;
    if (!dayParts(cells).parts.empty() && !datesOf(cells).columns.empty())
        return fromHours(cells, Become::ManySeries, warnings);
    std::vector<ReadWarning> ofMonths;
    if (auto months = fromMonths(cells, Become::ManySeries, ofMonths); months.ok()) {
        warnings.insert(warnings.end(), ofMonths.begin(), ofMonths.end());
        return months;
    }
    const std::vector<std::size_t> places = sidesOf(cells).places;
    const auto isTime = [&](std::size_t c) { return isDate(cells.at(0, c)) || isYear(cells.at(0, c)); };
    if (places.size() >= kFewTimes && std::ranges::all_of(places, isTime)) return transposed(cells);
    return lacks(GATELAB_TEXT("Reading", "no hours, months, dates or years stand side by side as names of columns"));
}

/// The column that is named, else the first of dates, else of stamps.
std::optional<std::size_t> timeOf(const TableCells& cells, const ExperimentConfig& options) {
    if (!isGuessed(options.timeColumn)) return columnNamed(cells, options.timeColumn);
    const auto dates = dateColumn(cells);
    return dates ? dates : stampColumn(cells);
}

/// With the first time that comes twice, whichever of the columns that could name series are taken together.
Error lacksKey(const TableCells& cells, std::size_t time) {
    constexpr std::size_t kTogether = 3;
    std::vector<std::size_t> naming = namingColumns(cells, {time}, 0);
    std::erase_if(naming, [&](std::size_t c) { return isDate(cells.at(1, c)) && !isYear(cells.at(1, c)); });
    if (naming.size() > kTogether) naming.resize(kTogether);
    std::ranges::sort(naming);
    std::vector<std::string> labels;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) labels.push_back(cells.at(r, time));
    const auto twice = naming.size() > 1 ? twiceUnder(cells, labels, naming) : std::nullopt;
    if (!twice)
        return lacks(GATELAB_TEXT("Reading",
                                  "no column tells the series apart: a name or whole number with which no "
                                  "time comes twice"));
    std::string names;
    for (const std::size_t c : naming) names += (names.empty() ? "" : " + ") + cells.at(0, c);
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "no column tells the series apart, nor do '%1' together: the time %2 comes twice with the "
                          "same words there. Leave out doubled rows, or join the columns that name a series into one"),
             {names, *twice}}};
}

/// The rows of each series of a long table, and the times of all.
struct LongRows {
    std::vector<NamedRows> series;
    std::vector<std::string> stamps;
    std::unordered_map<std::string, std::size_t> places;  ///< of the stamps
};

LongRows rowsOfSeries(const TableCells& cells, std::size_t key, std::size_t time, std::vector<ReadWarning>& warnings) {
    LongRows rows;
    std::map<std::string, std::size_t> numbers;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        const auto [found, isNew] = numbers.try_emplace(cells.at(r, key), numbers.size());
        if (isNew) rows.series.push_back({found->first, {}});
        rows.series[found->second].rows.push_back(r);
        if (rows.places.try_emplace(cells.at(r, time), rows.places.size()).second)
            rows.stamps.push_back(cells.at(r, time));
    }
    if (const std::vector<std::size_t> order = orderOfStamps(rows.stamps); !order.empty()) {
        std::vector<std::string> sorted;
        for (const std::size_t i : order) rows.places[rows.stamps[i]] = sorted.size(), sorted.push_back(rows.stamps[i]);
        rows.stamps = std::move(sorted);
        warnings.push_back({-1, describeOrdered()});
    }
    DoubledRows doubled;
    for (NamedRows& one : rows.series) one.rows = eachTimeOnce(cells, one.rows, time, one.name, doubled);
    if (doubled.all > 0) warnings.push_back({-1, describeDoubled(doubled)});
    return rows;
}

Result<std::string> fromLong(TableCells& cells, const ExperimentConfig& options, std::vector<ReadWarning>& warnings) {
    auto time = timeOf(cells, options);
    if (!time) return lacks(GATELAB_TEXT("Reading", "no column holds the time of each row"));
    const auto columns = seriesColumns(cells, *time, 1000);
    if (columns.empty()) return lacksKey(cells, *time);
    const std::size_t key = columns.size() == 1 ? columns.front() : joinColumns(cells, columns, *time);
    std::vector<std::size_t> values;
    for (std::size_t c = 0; c < cells.width; ++c)
        if (c != *time && c != key) values.push_back(c);
    const LongRows rows = rowsOfSeries(cells, key, *time, warnings);
    if (columns.size() > 1) warnings.push_back({-1, sayColumns(cells.at(0, key), rows.series.size())});
    std::vector<std::string> names{cells.at(0, *time)};
    for (const NamedRows& one : rows.series)
        for (const std::size_t c : values)
            names.push_back(values.size() == 1 ? one.name : cells.at(0, c) + "_" + one.name);
    for (const std::size_t c : values) readStates(cells, rows.series, c, warnings);
    if (names.size() * rows.stamps.size() > kMaxTableCells)
        return lacks(GATELAB_TEXT("Reading", "the table has too many series and times to stand side by side"));
    std::vector<std::vector<std::string>> table(rows.stamps.size(), std::vector<std::string>(names.size()));
    for (std::size_t t = 0; t < table.size(); ++t) table[t][0] = rows.stamps[t];
    for (std::size_t s = 0; s < rows.series.size(); ++s)
        for (const std::size_t r : rows.series[s].rows)
            for (std::size_t v = 0; v < values.size(); ++v)
                table[rows.places.at(cells.at(r, *time))][1 + s * values.size() + v] = cells.at(r, values[v]);
    std::string out;
    appendCsvRow(out, names);
    for (const auto& row : table) appendCsvRow(out, row);
    return out;
}

}  // namespace

Result<std::string> reshapeTable(std::string_view text, const CsvDialect& dialect, const ExperimentConfig& options,
                                 std::vector<ReadWarning>& warnings) {
    if (readsArrays(options))
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Reading",
                                  "this shape is one of arrays of three dimensions (HDF5, NumPy, MATLAB, netCDF), and "
                                  "this is a table; choose another shape")};
    std::int64_t skipped = options.csvSkipLines;
    if (skipped < 0)
        if (const auto layout = findLayout(text, dialect, options); layout && layout->header)
            skipped = layout->headerLines.empty() ? 0 : layout->headerLines.front() - 1;
    auto cells = readTableCells(text, dialect, skipped);
    if (!cells) return cells.error();
    // No name above the names of the rows
    const auto isWhole = [&](const auto& row) { return row.size() == cells->width; };
    if (auto& names = cells->rows.front(); options.csvSkipLines < 0 && names.size() + 1 == cells->width &&
                                           std::all_of(cells->rows.begin() + 1, cells->rows.end(), isWhole))
        if (isYear(cells->at(1, 0)) && !isYear(names.front())) names.insert(names.begin(), std::string());
    if (options.csvSkipLines < 0 && skipped > 0) warnings.push_back({skipped + 1, sayLinesAbove(skipped)});
    if (hasSeriesInRows(options)) return transposed(*cells);
    if (readsAcross(options)) return fromAcross(*cells, warnings);
    if (hasYearsInColumns(options)) return fromYears(*cells, warnings);
    if (hasDaysInRows(options)) return fromHours(*cells, Become::Columns, warnings);
    return hasYearsInRows(options) ? fromMonths(*cells, Become::Columns, warnings)
                                   : fromLong(*cells, options, warnings);
}

}  // namespace gatelab
