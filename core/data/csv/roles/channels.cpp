// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/roles/channels.h"

#include "base/parallel.h"
#include "data/csv/roles/category_columns.h"
#include "data/csv/roles/column_warnings.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>

namespace gatelab {
namespace {

std::int64_t countMissing(std::span<const double> values, int threads) {
    constexpr std::size_t kPart = std::size_t{1} << 17;
    std::vector<std::int64_t> missing(values.size() / kPart + 1);
    inParallel(threads, missing.size(), [&](std::size_t i) {
        const auto part = values.subspan(i * kPart, std::min(kPart, values.size() - i * kPart));
        missing[i] = std::ranges::count_if(part, [](double value) { return std::isnan(value); });
    });
    return std::accumulate(missing.begin(), missing.end(), std::int64_t{0});
}

/// Rows without a number in a column of them. Where each cell was read as what it is and all rows are still there, the
/// cells were counted then.
std::int64_t missingOf(const TableScan& scan, const TablePlan& plan, std::size_t c, int threads) {
    const ColumnEvidence& e = scan.evidence[c];
    const bool isCounted =
        scan.excluded == 0 && e.unread == 0 && !plan.columns[c].signs && plan.columns[c].duration == DurationForm::None;
    return isCounted ? scan.rows - e.numbers : countMissing(scan.values[c], threads);
}

/// How the lengths of time of a column were read, as its first cell says them.
Phrase sayDuration(const std::string& name, const std::string& sample, DurationForm form) {
    if (form == DurationForm::Hours)
        return {GATELAB_TEXT("Reading",
                             "column '%1' holds lengths of time: '%2' was read as hours and minutes, in seconds. Where "
                             "these are minutes and seconds, write the hours as well: 0:05:12"),
                {name, sample}};
    return {GATELAB_TEXT("Reading", "column '%1' holds lengths of time: '%2' was read as %3, in seconds"),
            {name, sample,
             std::ranges::count(sample, ':') > 1 ? Phrase(GATELAB_TEXT("Reading", "hours, minutes and seconds"))
                                                 : Phrase(GATELAB_TEXT("Reading", "minutes and seconds"))}};
}

/// Why a cell of a column of numbers has no value.
Phrase sayUnread(const std::string& name, const std::string& cell) {
    constexpr NumberMask kPoint = NumberMask{1} << kPlainPoint;
    const NumberSniff number = sniffNumber(cell);
    double value = 0;
    if ((number.mask & kPoint) != 0 && !number.percent && !parseNumber(cell, number, kPlainPoint, value))
        return {GATELAB_TEXT("Reading",
                             "column '%1': '%2' was read as missing (it is too large: numbers end at about 1.8E+308)"),
                {name, cell}};
    return {GATELAB_TEXT("Reading", "column '%1': '%2' was read as missing (it is not a number here)"), {name, cell}};
}

}  // namespace

void takeChannels(const CsvLayout& layout, TableScan& scan, const TablePlan& plan, const CsvRoles& roles, int threads,
                  Series& series) {
    std::vector<ReadWarning>& warnings = series.report.warnings;
    std::vector<SkippedColumn>& left = series.report.skippedColumns;
    std::vector<Channel> words;
    for (std::size_t c = 0; c < layout.width; ++c) {
        const ColumnEvidence& e = scan.evidence[c];
        const std::string& name = layout.names[c];
        switch (roles.of[c]) {
            case CsvRole::Time:
            case CsvRole::Sign:
                break;
            case CsvRole::Empty:
                warnings.push_back(
                    {-1, {GATELAB_TEXT("Reading", "column '%1' has no value and was left out"), {name}}});
                left.push_back({name, SkippedColumn::Reason::Empty, {}, -1, true});
                break;
            case CsvRole::Switch:
            case CsvRole::Category:
                for (Channel& channel : categoryChannels(layout, scan, roles, c)) {
                    series.report.valuesMissing += countMissing(channel.values, threads);
                    words.push_back(std::move(channel));
                }
                break;
            case CsvRole::Text:
                left.push_back({name, SkippedColumn::Reason::Text, e.odds.empty() ? e.sample : e.odds.front().text,
                                e.odds.empty() ? -1 : e.odds.front().line, true});
                break;
            case CsvRole::OtherTime:
            case CsvRole::Stamp:
                left.push_back({name, SkippedColumn::Reason::Time, {}, -1, true});
                break;
            case CsvRole::Counter:
                warnings.push_back({-1, counterText(name, roles.counters.at(c))});
                break;
            case CsvRole::TimePart:
                warnings.push_back({-1,
                                    {GATELAB_TEXT("Reading",
                                                  "column '%1' holds a part of a date or clock time, which cannot be "
                                                  "put together here, and was left out; the rows are counted. Choose "
                                                  "the time column, or name this one as an input to keep it"),
                                     {name}}});
                break;
            case CsvRole::Value:
                for (SkippedColumn& before : left) before.isLast = false;
                std::ranges::move(words, std::back_inserter(series.channels));
                words.clear();
                std::string unit = plan.columns[c].unit.empty() ? layout.units[c] : plan.columns[c].unit;
                if (unit.empty() && plan.columns[c].percent) unit = "%";
                if (plan.columns[c].duration != DurationForm::None)
                    unit = "s", warnings.push_back({-1, sayDuration(name, e.sample, plan.columns[c].duration)});
                if (unit.empty() && !e.mixesCurrencies) unit = e.currency;
                warnOfUnits(layout, scan, plan, c, warnings);
                if (e.mixesCurrencies)
                    warnings.push_back({-1,
                                        {GATELAB_TEXT("Reading",
                                                      "column '%1' has amounts in more than one currency, '%2' among "
                                                      "them; they were read as numbers side by side. Write a column "
                                                      "for each currency"),
                                         {name, e.currency}}});
                series.report.valuesMissing += missingOf(scan, plan, c, threads);
                series.channels.push_back({name, std::move(unit), std::move(scan.values[c])});
                for (const auto& odd : e.odds) warnings.push_back({odd.line, sayUnread(name, odd.text)});
                if (e.unread > static_cast<std::int64_t>(e.odds.size()))
                    warnings.push_back(
                        {-1,
                         {GATELAB_TEXT(
                              "Reading",
                              "column '%1': %2 cells in all were read as missing because they are not numbers here"),
                          {name, e.unread}}});
                break;
        }
    }
    if (!series.channels.empty())
        series.channels.insert(series.channels.end() - 1, std::make_move_iterator(words.begin()),
                               std::make_move_iterator(words.end()));
}

}  // namespace gatelab
