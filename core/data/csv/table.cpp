// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/table.h"

#include "base/parallel.h"
#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "data/csv/layout/layout.h"
#include "data/csv/readings.h"
#include "data/csv/report/report.h"
#include "data/csv/roles/category_columns.h"
#include "data/csv/roles/channels.h"
#include "data/csv/roles/column_warnings.h"
#include "data/csv/roles/sign_columns.h"
#include "data/csv/rows/first_rows.h"
#include "data/csv/rows/row_account.h"
#include "data/csv/rows/sums.h"
#include "data/csv/shapes/shape.h"
#include "data/csv/time/part_times.h"
#include "data/csv/time/row_times.h"
#include "data/reader_members.h"
#include "data/tables/file_part.h"
#include "data/taken_anew.h"
#include "data/time_step.h"

#include <algorithm>
#include <utility>

namespace gatelab {
namespace {

constexpr std::int64_t kManyRows = 500'000;

bool haveSides(const TableScan& scan, const TablePlan& plan, const CsvRoles& roles) {
    for (std::size_t c = 0; c < plan.columns.size(); ++c) {
        const ColumnPlan& column = plan.columns[c];
        const bool areBehind =
            column.ledger == LedgerCell::Minus::Debits || column.ledger == LedgerCell::Minus::Credits;
        const bool areBeside = column.signs && areSides(scan.evidence[*column.signs]);
        if ((areBehind || areBeside) && roles.is(c, CsvRole::Value)) return true;
    }
    return false;
}

/// Whether a value is missing as a number of the list with more zeros behind it: "-999.00" of "-999".
bool haveZerosBehind(const TableScan& scan, const CsvRoles& roles, const std::vector<std::string>& missing) {
    if (missing.empty()) return false;
    for (std::size_t c = 0; c < scan.evidence.size(); ++c) {
        const auto isOther = [&](const auto& word) { return std::ranges::find(missing, word.first) == missing.end(); };
        if (roles.is(c, CsvRole::Value) && std::ranges::any_of(scan.evidence[c].wordCounts, isOther)) return true;
    }
    return false;
}

/// times: as they are written, without a zone.
bool haveChangedClocks(const std::vector<std::int64_t>& times, const TableScan& scan, const TimePlan& plan) {
    return std::ranges::find(plan.parts, TimePart::Period, &PartColumn::part) != plan.parts.end() &&
           !PartTimes(scan, plan).changedDays(times).empty();
}

}  // namespace

Result<Dataset> readTable(const CsvText& text, const ExperimentConfig& options, std::shared_ptr<Series> series,
                          const Progress& progress) {
    auto layout = findLayout(text.text, text.dialect.dialect, options);
    if (!layout) return layout.error().withContext(text.path.string());
    TablePlan plan;
    auto scan = readRows(text.text, text.lines, text.dialect.dialect, *layout, options, partOf(progress, 0.3, 1), plan);
    if (!scan) return scan.error().withContext(text.path.string());

    auto& warnings = series->report.warnings;
    warnings.insert(warnings.end(), layout->warnings.begin(), layout->warnings.end());
    warnings.insert(warnings.end(), scan->warnings.begin(), scan->warnings.end());
    std::vector<std::int64_t> times = takeTimes(*scan, plan.time);
    dropHeadRows(plan, *scan, times, warnings);
    dropSums(*scan, plan, times, warnings);
    dropCount(*layout, plan, *scan, warnings);
    StartAndRate recording = takeStartAndRate(*layout, plan, options, *scan, warnings);
    if (recording.times.empty()) warnOfFirstRow(*scan, plan, warnings);
    series->report.account = accountOf(text.text, text.lines, text.dialect.dialect, *layout, options, *scan);
    CsvRoles roles = decideRoles(*layout, text.dialect.dialect, *scan, plan, options, times);
    if (haveChangedClocks(times, *scan, plan.time)) takeAnew(series->report, kChangedClocks);
    series->time.values = makeTimes(std::move(times), *scan, plan.time, options.timeZone, warnings);
    warnOfMarks(*layout, *scan, plan, roles, warnings);
    if (haveSides(*scan, plan, roles)) takeAnew(series->report, kWithSides);
    if (haveZerosBehind(*scan, roles, options.csvMissing)) takeAnew(series->report, kWithZeros);
    std::vector<ReadWarning> shapeSaid;
    const OtherShape otherShape =
        readsTogether(options) ? OtherShape()
                               : warnOfShape({text.path, *layout, *scan, plan, roles, series->time.values}, shapeSaid);
    // In a table that is none of one series words may be their names.
    if (otherShape.key.empty()) decideCategories(*layout, *scan, options, roles, warnings);
    warnOfText(*layout, roles, *scan, warnings);
    warnOfNumbersInText(*layout, *scan, roles, warnings);
    warnOfLeftTimes(*layout, *scan, plan, roles, series->time.values, warnings);
    warnOfHalves(*layout, roles, warnings);
    warnings.insert(warnings.end(), shapeSaid.begin(), shapeSaid.end());
    // The rows have times of their own: what the columns are called by is no other.
    if (!readsTogether(options) && otherShape.key.empty() && layout->liesOnItsSide)
        layout->headerCertain = true, layout->headerWhy = {};
    series->report.columns = columnsOf(*layout, *scan, plan, roles);
    takeChannels(*layout, *scan, plan, roles, scan->rows > kManyRows ? threadsFor(options.threads) : 1, *series);
    if (series->channels.empty() || scan->rows == 0) return noChannels(text.path, *layout, *scan, plan);
    if (scan->rows < 2)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT(
                 "Reading",
                 "%1: there is one row of values only; a series needs many rows; check that its export has finished"),
             {text.path.string()}}};
    if (!recording.times.empty()) {
        series->time.values = std::move(recording.times);
        series->time.name = "start + row / rate";
    } else if (series->time.known())
        for (const std::size_t c : plan.time.columns)
            series->time.name += (series->time.name.empty() ? "" : "+") + layout->names[c];
    warnOfEqualColumns(*series);
    series->report.guesses.push_back(shapeGuess(options, otherShape));
    addCsvGuesses({options, text.encoding, text.dialect, *layout, plan, *scan}, *series);
    settleTimeStep(options.timeStep, *series);
    if (!report(progress, 1))
        return Error{ErrorCode::Cancelled,
                     {GATELAB_TEXT("Reading", "%1: reading was cancelled"), {text.path.string()}}};
    return Dataset{std::move(series), nullptr};
}

}  // namespace gatelab
