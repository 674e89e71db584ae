// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/rows/first_rows.h"
#include "data/csv/time/row_times.h"

#include "base/number_text.h"
#include "config/setting_predicates.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace gatelab {
namespace {

/// The number that stands in every column of a row; NaN: they differ, or one is missing.
double onlyValue(const TableScan& scan, std::size_t row) {
    const double first = scan.values.front()[row];
    const bool equal = std::ranges::all_of(scan.values, [&](const auto& column) { return column[row] == first; });
    return equal ? first : std::numeric_limits<double>::quiet_NaN();
}

/// Rows of numbers without a time and more than a few of them.
bool isPlainTable(const TablePlan& plan, const TableScan& scan) {
    constexpr std::int64_t kFew = 10;
    return plan.time.mode == TimePlan::Mode::None && scan.rows >= kFew &&
           std::ranges::all_of(plan.columns, [](const ColumnPlan& c) { return c.kind == ColumnKind::Number; }) &&
           std::ranges::all_of(scan.values,
                               [&](const auto& v) { return v.size() == static_cast<std::size_t>(scan.rows); });
}

}  // namespace

StartAndRate takeStartAndRate(const CsvLayout& layout, const TablePlan& plan, const ExperimentConfig& options,
                              TableScan& scan, std::vector<ReadWarning>& warnings) {
    constexpr double kLargestRate = 100'000, kLargestValue = 1e7;
    if (!isGuessed(options.timeColumn) || layout.header || scan.values.empty() || !isPlainTable(plan, scan)) return {};
    const double start = onlyValue(scan, 0), rate = onlyValue(scan, 1);
    if (!(start >= kEpochLow && start <= kEpochHigh && rate > 0 && rate <= kLargestRate)) return {};
    for (const auto& column : scan.values)
        if (std::any_of(column.begin() + 2, column.end(), [](double v) { return std::abs(v) > kLargestValue; }))
            return {};
    warnings.push_back({scan.lineOf(0),
                        {GATELAB_TEXT("Reading",
                                      "the first two rows are the start of the recording (seconds since 1970) and its "
                                      "rate (%1 rows per second); the times were made from them"),
                         {numberText(rate)}}});
    StartAndRate out{{}, rate};
    scan.drop({0, 1}, out.times, GATELAB_TEXT("Reading", "it holds the start or the rate of the rows, not a value"));
    out.times.resize(static_cast<std::size_t>(scan.rows));
    for (std::size_t r = 0; r < out.times.size(); ++r)
        out.times[r] = std::llround(start * 1e6) + std::llround(static_cast<double>(r) * 1e6 / rate);
    return out;
}

void dropHeadRows(const TablePlan& plan, TableScan& scan, std::vector<std::int64_t>& times,
                  std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kMost = 20, kFewest = 20;
    if (plan.time.mode == TimePlan::Mode::None || times.size() != static_cast<std::size_t>(scan.rows)) return;
    const auto holdsValue = [&](std::size_t row) {
        for (std::size_t c = 0; c < plan.columns.size(); ++c) {
            const ColumnEvidence& e = scan.evidence[c];
            const bool counts = e.whole && e.up == e.numbers - 1;
            if (row < scan.values[c].size() && !std::isnan(scan.values[c][row]) && !counts) return true;
        }
        return false;
    };
    std::vector<std::int64_t> rowsOut;
    while (rowsOut.size() < times.size() && times[rowsOut.size()] == kNoTime && !holdsValue(rowsOut.size()))
        rowsOut.push_back(static_cast<std::int64_t>(rowsOut.size()));
    if (rowsOut.empty() || rowsOut.size() > kMost || times.size() < rowsOut.size() + kFewest) return;
    warnings.push_back({scan.lineOf(0),
                        {GATELAB_TEXT("Reading",
                                      "%1 rows from this line on have no time and no value, as those that describe a "
                                      "device do, and were left out"),
                         {rowsOut.size()}}});
    scan.drop(rowsOut, times, GATELAB_TEXT("Reading", "it has no time and no value"));
}

void dropCount(const CsvLayout& layout, const TablePlan& plan, TableScan& scan, std::vector<ReadWarning>& warnings) {
    if (layout.header || layout.width != 1 || !isPlainTable(plan, scan)) return;
    const auto& values = scan.values.front();
    const double count = values.front();
    const std::span<const double> below = std::span(values).subspan(1);
    if (below.empty() || count != static_cast<double>(below.size())) return;
    const auto [low, high] = std::ranges::minmax(below);
    const bool whole = std::ranges::all_of(below, [](double v) { return v == std::floor(v); });
    if (whole && count >= low && count <= high) return;
    warnings.push_back({scan.lineOf(0),
                        {GATELAB_TEXT("Reading",
                                      "this line holds the number of rows below it (%1), not a value, and was left "
                                      "out; where it is a value, write a name above it"),
                         {below.size()}}});
    std::vector<std::int64_t> times;
    scan.drop({0}, times, GATELAB_TEXT("Reading", "it holds the number of the rows below it"));
}

void warnOfFirstRow(const TableScan& scan, const TablePlan& plan, std::vector<ReadWarning>& warnings) {
    constexpr double kFar = 3;  // times the width of all that the others hold
    constexpr std::int64_t kFew = 10;
    std::size_t looked = 0, outside = 0, far = 0;
    for (std::size_t c = 0; c < plan.columns.size(); ++c) {
        const auto& values = scan.values[c];
        const bool isTime = std::ranges::find(plan.time.columns, c) != plan.time.columns.end();
        if (plan.columns[c].kind != ColumnKind::Number || isTime || scan.rows < kFew || values.empty() ||
            std::isnan(values.front()))
            continue;
        const double first = values.front();
        double low = std::numeric_limits<double>::infinity(), high = -low;
        // Between two others it is like them, however far these go.
        for (std::size_t r = 1; r < values.size() && !(low < first && first < high); ++r) {
            if (std::isnan(values[r])) continue;
            low = std::min(low, values[r]), high = std::max(high, values[r]);
        }
        if (!(low <= high)) continue;
        ++looked;
        const double width = high - low;
        outside += first < low || first > high ? 1 : 0;
        far += first < low - kFar * width || first > high + kFar * width ? 1 : 0;
    }
    // A first step of one column may be an event; one row unlike all others in most columns is none.
    if (looked < 2 || far == 0 || outside * 2 < looked || outside < 2) return;
    warnings.push_back({scan.lineOf(0),
                        {GATELAB_TEXT("Reading",
                                      "the first row is unlike all others: %1 of its %2 numbers lie outside of what "
                                      "the rows below hold. If it describes the table, skip this line"),
                         {outside, looked}}});
}

}  // namespace gatelab
