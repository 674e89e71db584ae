// SPDX-License-Identifier: GPL-3.0-or-later
// Parquet, Feather and Arrow files: numbers and times straight into a series; with texts the table goes the way of any
// text table (names of series, dates as words, other shapes); lists are a series a row.
#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "data/csv/time/times.h"
#include "data/csv/words.h"
#include "data/reader_members.h"
#include "data/row_time.h"
#include "data/tables/arrow_columns.h"
#include "data/tables/arrow_lists.h"
#include "data/tables/file_part.h"
#include "data/tables/number_times.h"
#include "data/tables/side_by_side.h"
#include "data/time_step.h"
#include "io/arrow_file.h"
#include "io/csv_cell.h"
#include "io/file_io.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace gatelab {
namespace {

using Kind = ArrowColumn::Kind;
using Columns = std::vector<ArrowColumn>;
constexpr std::int64_t kMaxValues = INT64_C(1) << 29;
constexpr double kMostWhole = 9e18;
constexpr std::size_t kMaxText = std::size_t{2} << 30;

Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")}; }

Result<Columns> readColumns(const std::filesystem::path& path, const Progress& progress) {
    const auto head = readFileStart(path, 16);
    if (!head) return head.error();
    if (!report(progress, 0)) return cancelled();
    Columns columns;
    std::int64_t rows = 0, promised = -1;
    auto read = readArrowBatches(
        path, arrowFormat(head->bytes), [&](const ArrowSchema& schema, const ArrowArray& batch, std::int64_t all) {
            if (rows == 0) columns = arrowColumns(schema);
            if (auto added = addArrowRows(schema, batch, kMaxValues, columns); !added) return added;
            rows += batch.length, promised = all;
            const bool goOn = report(progress, all > 0 ? static_cast<double>(rows) / static_cast<double>(all) : -1);
            return goOn ? Result<>() : Result<>(cancelled());
        });
    if (!read) return read.error();
    if (rows == 0)
        return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Reading", "%1: the file has no row"), {path.string()}}};
    if (promised >= 0 && rows != promised)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "%1: the file tells of %2 rows and holds %3; it is damaged: copy it or write it again"),
             {path.string(), promised, rows}}};
    return columns;
}

/// What pandas keeps of the numbers of its rows: no values of anybody.
bool isIndex(const ArrowColumn& column) {
    return column.kind == Kind::Number && column.name.starts_with("__index_level_");
}

/// Identifiers, and stamps that are not the time: most of them would become one number.
bool isTooLong(const ArrowColumn& column) {
    constexpr std::int64_t kPerMany = 20;  // as in text tables
    return !column.isList && column.rounded * kPerMany >= std::max<std::int64_t>(std::ssize(column.numbers), 1);
}

/// hasGuess: the reader of text tables has said that the times are UTC.
void tellZone(const ArrowColumn& time, bool hasGuess, Series& series) {
    if (time.zone.empty()) return;
    if (!hasGuess) series.report.guesses.push_back({"time_zone", "auto", "UTC", true, false, {}});
    if (time.zone == "UTC") return;
    series.report.warnings.push_back(
        {-1,
         {GATELAB_TEXT("Reading", "the times of '%1' are those of the zone %2; they were read as UTC"),
          {time.name.starts_with("__index") ? "index" : time.name, time.zone}}});
}

/// What was done and what was left out.
void tellColumns(const Columns& columns, const ArrowColumn* time, Series& series) {
    const auto say = [&](Phrase text) { series.report.warnings.push_back({-1, std::move(text)}); };
    for (const ArrowColumn& column : columns) {
        if (column.kind == Kind::Unread)
            say({GATELAB_TEXT("Reading", "column '%1' was left out: %2"), {column.name, column.reason}});
        if (isIndex(column))
            say({GATELAB_TEXT("Reading", "column '%1' was left out: it holds the numbers that pandas gives to rows"),
                 {column.name}});
        if (column.kind == Kind::Time && &column != time && !column.isList)
            say({GATELAB_TEXT("Reading", "column '%1' holds other times and was left out"), {column.name}});
    }
    for (const ArrowColumn& column : columns)
        if (column.rounded > 0 && &column != time && isTooLong(column))
            say({GATELAB_TEXT("Reading",
                              "column '%1' holds whole numbers of more digits than a number keeps (%2 of them have "
                              "more than about 15), as identifiers and stamps have, and was left out"),
                 {column.name, column.rounded}});
        else if (column.rounded > 0 && &column != time)
            say({GATELAB_TEXT("Reading",
                              "column '%1' was read rounded: %2 of its whole numbers have more digits than a number "
                              "keeps (about 15), as identifiers have. Leave it out of the inputs where it is one"),
                 {column.name, column.rounded}});
    if (time != nullptr) tellZone(*time, false, series);
}

/// Dates and clocks in columns of their own become one time, as in text tables; dates of which none repeats are whole.
void joinClock(Columns& columns, const ExperimentConfig& options) {
    const auto day = std::ranges::find_if(columns, [](const ArrowColumn& c) { return c.isDay && !c.isList; });
    const auto clock = std::ranges::find_if(columns, [](const ArrowColumn& c) { return c.isClock && !c.isList; });
    if (day == columns.end() || clock == columns.end() || countsRows(options)) return;
    const std::string name = day->name + "+" + clock->name;
    const bool isAsked = options.timeColumn == name;
    if (!isAsked && (!isGuessed(options.timeColumn) || &*day != arrowTimeColumn(columns, options, false) ||
                     std::ranges::adjacent_find(day->numbers) == day->numbers.end()))
        return;
    for (std::size_t r = 0; r < day->numbers.size(); ++r) day->numbers[r] += std::round(clock->numbers[r] * 1e6);
    day->name = name, day->isDay = false;
    columns.erase(clock);
}

/// Steps below a microsecond, the finest that is kept, are none; what digits were cut of others.
std::vector<ReadWarning> dropFinerTimes(Columns& columns) {
    std::vector<ReadWarning> said;
    for (ArrowColumn& column : columns) {
        if (column.kind != Kind::Time || column.finer == 0 || column.isList) continue;
        const std::vector<std::int64_t> micros(column.numbers.begin(), column.numbers.end());
        if (standStillWhenCut(micros)) {
            column.kind = Kind::Unread;
            column.reason = GATELAB_TEXT("Reading",
                                         "its times lie less than a microsecond apart, which is the finest that is "
                                         "kept: the rows are counted");
            continue;
        }
        said.push_back({-1,
                        {GATELAB_TEXT("Reading",
                                      "%1 times have digits below a microsecond, which is the finest "
                                      "that is kept: these were cut"),
                         {column.finer}}});
    }
    return said;
}

/// Makes a column of numbers the time where no column is one by its type: by the guesses of text tables, asked for
/// columns that are named so, hold stamps or stand first.
void findNumberTime(Columns& columns, const ExperimentConfig& options, Series& series) {
    constexpr double kLeastStamp = 1e11;
    bool isFirst = true;
    for (ArrowColumn& column : columns) {
        if (column.kind != Kind::Number || column.isList || isIndex(column)) continue;
        const bool isAsked = !isGuessed(options.timeColumn);
        const bool isStamp =
            column.isWhole && std::ranges::all_of(column.numbers, [](double v) { return v > kLeastStamp; });
        const bool isTried = isAsked ? column.name == options.timeColumn
                                     : column.isWhole && (isFirst || isStamp || isTimeName(column.name));
        const auto times =
            isTried ? numberTimes(isAsked ? "time" : column.name, column.numbers, isFirst) : std::nullopt;
        isFirst = false;
        if (!times) continue;
        series.report.guesses.push_back({"time_column", column.name, column.name, times->isCertain, isAsked, {}});
        series.report.warnings.push_back({-1, sayNumberTimes(column.name, *times)});
        column.kind = Kind::Time, column.rounded = 0;
        column.numbers.assign(times->micros.begin(), times->micros.end());
        return;
    }
}

/// Rows without a time have no place in a series.
void dropUntimed(const ArrowColumn& time, Columns& columns, ReadAccount& account) {
    const std::vector<double> times = time.numbers;
    const std::int64_t lost = std::ranges::count_if(times, [](double t) { return std::isnan(t); });
    if (lost == 0) return;
    for (std::size_t r = 0; r < times.size(); ++r)
        if (std::isnan(times[r]))
            account.leave(static_cast<std::int64_t>(r) + 1, GATELAB_TEXT("Reading", "the row has no time"));
    for (ArrowColumn& column : columns) {
        if (column.numbers.size() != times.size()) continue;
        std::size_t kept = 0;
        for (std::size_t r = 0; r < times.size(); ++r)
            if (!std::isnan(times[r])) column.numbers[kept++] = column.numbers[r];
        column.numbers.resize(kept);
    }
}

Result<Dataset> readTyped(Columns columns, const std::filesystem::path& path, const ExperimentConfig& options,
                          std::chrono::steady_clock::time_point started, const Progress& progress) {
    auto series = std::make_shared<Series>();
    ReadReport& read = series->report;
    if (arrowTimeColumn(columns, options, false) == nullptr && !countsRows(options))
        findNumberTime(columns, options, *series);
    const ArrowColumn* const time = arrowTimeColumn(columns, options, false);
    const auto inFile = static_cast<std::int64_t>(time != nullptr ? time->numbers.size() : 0);
    if (time != nullptr) dropUntimed(*time, columns, read.account);
    tellColumns(columns, time, *series);
    for (ArrowColumn& column : columns) {
        if (&column == time) {
            series->time.name = column.name.starts_with("__index") ? "index" : column.name;
            series->time.values.assign(column.numbers.begin(), column.numbers.end());
            read.columns.push_back({series->time.name, ReadColumn::Kind::Date, ReadColumn::Role::Time, 0});
        } else if (column.kind == Kind::Time) {
            read.columns.push_back({column.name, ReadColumn::Kind::Date, ReadColumn::Role::OtherTime, 0});
        } else if (column.kind == Kind::Number && !isIndex(column) && (column.rounded == 0 || !isTooLong(column))) {
            const std::int64_t missing = std::ranges::count_if(column.numbers, [](double v) { return std::isnan(v); });
            read.valuesMissing += missing;
            read.columns.push_back({column.name, ReadColumn::Kind::Number, ReadColumn::Role::Value, missing});
            series->channels.push_back({column.name, "", std::move(column.numbers)});
        }
    }
    series->name = path.filename().string();
    series->source = path.string();
    read.format = "arrow";
    if (series->rows() < 2)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "%1: there is no column of numbers with more than one row; a series needs many rows"),
             {path.string()}}};
    auto data = finishSeries(series, path, options, started, progress);
    if (data && inFile > 0) series->report.account.rowsInFile = inFile;
    return data;
}

/// The table as text, for all that is done with texts.
Result<std::string> textOf(const Columns& columns) {
    std::string csv;
    std::vector<const ArrowColumn*> taken;
    std::vector<std::string> cells;
    for (const ArrowColumn& column : columns) {
        if (column.kind == Kind::Unread || column.isList || isIndex(column)) continue;
        if (column.rounded > 0 && isTooLong(column) && !isTimeName(column.name)) continue;
        taken.push_back(&column);
        cells.push_back(column.name);
    }
    if (taken.empty())
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Reading", "no column holds numbers, times or texts")};
    appendCsvRow(csv, cells);
    const std::size_t rows = std::max(taken.front()->numbers.size(), taken.front()->texts.size());
    TimeAxis one{.name = "t", .values = {0}};
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < taken.size(); ++c) {
            std::string& cell = cells[c];
            cell.clear();
            const ArrowColumn& column = *taken[c];
            if (column.kind == Kind::Text) {
                cell = column.texts[r];
            } else if (column.kind == Kind::Number) {
                if (column.isWhole && std::abs(column.numbers[r]) < kMostWhole)
                    cell = std::to_string(static_cast<std::int64_t>(column.numbers[r]));
                else
                    appendCsvNumber(cell, column.numbers[r]);
            } else if (!std::isnan(column.numbers[r])) {
                one.values[0] = static_cast<std::int64_t>(column.numbers[r]);
                cell = rowTime(one, 0) + (column.zone.empty() ? "" : "Z");
            }
        }
        appendCsvRow(csv, cells);
        if (csv.size() > kMaxText)
            return Error{
                ErrorCode::Unsupported,
                {GATELAB_TEXT("Reading", "the table is larger than %1 GiB as text; write its texts as numbers"),
                 {kMaxText >> 30}}};
    }
    return csv;
}

/// Columns with one entry for each series, which are no values of theirs.
void tellOfSeries(const Columns& columns, Series& series) {
    const auto name = std::ranges::find_if(
        columns, [](const ArrowColumn& column) { return column.kind == Kind::Text && column.name != "freq"; });
    for (auto column = columns.begin(); column != columns.end(); ++column)
        if (!column->isList && column->name != "freq" && column != name && !isIndex(*column) &&
            (column->kind == Kind::Number || column->kind == Kind::Text))
            series.report.warnings.push_back(
                {-1,
                 {GATELAB_TEXT("Reading", "column '%1' was left out: it has one entry for each series"),
                  {column->name}}});
}

Result<Dataset> readListed(const Columns& columns, const std::filesystem::path& path, const ExperimentConfig& options,
                           std::chrono::steady_clock::time_point started, const Progress& progress) {
    const ListedSeries listed = listedSeries(columns, options);
    const auto chosen = chooseSeries(listed.series, listed.step, options);
    if (!chosen) return chosen.error().withContext(path.string());
    auto series = putSideBySide(listed.series, *chosen, listed.step);
    if (readsTogether(options)) {
        auto joined = putBelowEachOther(listed.series, listed.step, options);
        if (!joined) return joined.error().withContext(path.string());
        series = std::move(*joined);
    }
    tellColumns(columns, arrowTimeColumn(columns, options, false), *series);
    tellOfSeries(columns, *series);
    if (listed.isIrregular)
        series->report.warnings.push_back(
            {-1, GATELAB_TEXT("Reading", "the times of the lists have no even step, so the rows are counted")});
    series->name = path.filename().string();
    series->source = path.string();
    series->report.format = "arrow";
    guessShape(listed.series.size(), options, *series);
    if (series->rows() < 2)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading", "%1: the series have one row only; a series needs many rows"), {path.string()}}};
    return finishSeries(std::move(series), path, options, started, progress);
}

bool hasLists(const Columns& columns) {
    return std::ranges::any_of(columns, [](const ArrowColumn& c) { return c.isList && c.kind == Kind::Number; });
}

/// Rows of one series with short lists in a column: a time for each row that goes on evenly, and numbers beside it. A
/// series in each row has a name, or no numbers of its own.
bool isSeriesWithLists(const Columns& columns, const ExperimentConfig& options) {
    constexpr std::size_t kFewestRows = 10;
    const ArrowColumn* const time = arrowTimeColumn(columns, options, false);
    if (time == nullptr || time->numbers.size() < kFewestRows || arrowTimeColumn(columns, options, true) != nullptr ||
        std::ranges::any_of(columns, [](const ArrowColumn& c) { return c.kind == Kind::Text; }) ||
        std::ranges::none_of(columns, [](const ArrowColumn& c) { return c.kind == Kind::Number && !c.isList; }))
        return false;
    const std::vector<double>& times = time->numbers;
    const double step = times[1] - times[0];
    for (std::size_t r = 1; r < times.size(); ++r)
        if (!(step > 0) || times[r] - times[r - 1] != step) return false;
    return std::ranges::all_of(columns, [&](const ArrowColumn& c) {
        return !c.isList || std::ranges::all_of(c.lists, [&](const std::vector<double>& list) {
            return list.size() == c.lists[0].size() && list.size() * 2 < times.size();
        });
    });
}

Result<Dataset> readColumnsOf(Columns columns, const std::filesystem::path& path, const ExperimentConfig& options,
                              std::chrono::steady_clock::time_point started, const Progress& rest) {
    if (hasLists(columns) && isSeriesWithLists(columns, options)) {
        auto plain = withoutLists(columns);
        if (!plain) return plain.error().withContext(path.string());
        columns = std::move(*plain);
    }
    if (hasLists(columns)) return readListed(columns, path, options, started, rest);
    const bool hasTexts = std::ranges::any_of(columns, [](const ArrowColumn& c) { return c.kind == Kind::Text; });
    if (!hasTexts && !isReshaped(options)) return readTyped(std::move(columns), path, options, started, rest);
    const auto csv = textOf(columns);
    if (!csv) return csv.error().withContext(path.string());
    auto data = readPartText(*csv, path, {}, options, rest);
    if (!data || !data->series) return data;
    auto series = std::make_shared<Series>(*data->series);
    Columns others;
    std::ranges::copy_if(columns, std::back_inserter(others), [](const ArrowColumn& c) {
        return c.kind == Kind::Unread || isIndex(c) || (c.rounded > 0 && isTooLong(c) && !isTimeName(c.name));
    });
    tellColumns(others, nullptr, *series);
    for (const ArrowColumn& column : columns)
        if (column.kind == Kind::Time && column.name == series->time.name) tellZone(column, true, *series);
    data->series = std::move(series);
    return data;
}

Result<Dataset> readArrow(const std::filesystem::path& path, const ExperimentConfig& options,
                          const Progress& progress) {
    const auto started = std::chrono::steady_clock::now();
    auto columns = readColumns(path, partOf(progress, 0, 0.6));
    if (!columns) return columns.error();
    const Progress rest = partOf(progress, 0.6, 1);
    joinClock(*columns, options);
    const std::vector<ReadWarning> said = dropFinerTimes(*columns);
    auto data = readColumnsOf(std::move(*columns), path, options, started, rest);
    if (!data || !data->series || said.empty()) return data;
    auto series = std::make_shared<Series>(*data->series);
    series->report.warnings.insert(series->report.warnings.end(), said.begin(), said.end());
    data->series = std::move(series);
    return data;
}

/// The series of a file of lists.
Result<std::vector<FilePart>> listArrow(const std::filesystem::path& path, const ExperimentConfig& options) {
    const auto columns = readColumns(path, {});
    if (!columns) return columns.error();
    if (!hasLists(*columns)) return std::vector<FilePart>();
    const ListedSeries listed = listedSeries(*columns, options);
    return partsOf(listed.series, listed.step, options);
}

/// Lists of unlike lengths as cells, "[1, 2.5, ]": what is missing is nothing.
Columns listsAsCells(Columns columns) {
    TimeAxis one{.name = "t", .values = {0}};
    for (ArrowColumn& column : columns) {
        if (!column.isList) continue;
        for (const std::vector<double>& list : column.lists) {
            std::string cell = "[";
            for (std::size_t i = 0; i < list.size(); ++i) {
                if (i > 0) cell += ", ";
                if (column.kind == Kind::Time && !std::isnan(list[i])) {
                    one.values[0] = static_cast<std::int64_t>(list[i]);
                    cell += rowTime(one, 0) + (column.zone.empty() ? "" : "Z");
                } else {
                    appendCsvNumber(cell, list[i]);
                }
            }
            column.texts.push_back(cell + "]");
        }
        column.lists.clear();
        column.isList = false, column.kind = Kind::Text;
    }
    return columns;
}

Result<std::vector<RawTable>> arrowCells(const std::filesystem::path& path, const ExperimentConfig&,
                                         const Progress& progress) {
    auto columns = readColumns(path, progress);
    if (!columns) return columns.error().withContext(path.string());
    if (hasLists(*columns)) {
        auto plain = withoutLists(*columns);
        columns = plain ? std::move(*plain) : listsAsCells(std::move(*columns));
    }
    auto csv = textOf(*columns);
    if (!csv) return csv.error().withContext(path.string());
    return std::vector<RawTable>{{{}, std::move(*csv)}};
}

int probeArrow(std::span<const char> head, const std::filesystem::path& path) {
    const ArrowFormat format = arrowFormat({head.data(), head.size()});
    if (format == ArrowFormat::None) return 0;
    const std::string ending = lowered(path.extension().string());
    return format == ArrowFormat::Stream ? (ending == ".arrow" || ending == ".arrows" ? 95 : 0) : 100;
}

}  // namespace

Reader arrowReader() {
    return {"arrow",
            GATELAB_TEXT("readers", "Parquet, Feather or Arrow file"),
            {"parquet", "feather", "arrow", "arrows", "pq"},
            probeArrow,
            readArrow,
            listArrow,
            true,
            arrowCells};
}

}  // namespace gatelab
