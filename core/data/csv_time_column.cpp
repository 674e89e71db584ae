// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv_roles.h"
#include "data/csv_time_choice.h"
#include "data/csv_time_order.h"

#include <algorithm>
#include <set>

namespace gatelab {
namespace csv_time {
namespace {

using Mode = TimePlan::Mode;

/// The order of day and month that the whole column allows; when several do, the one with the steadier steps. Where
/// these are equal, too, and every date is the first of a month in one order only, that one: 01/01, 02/01, 03/01 are
/// months, as points are German: 01.01., 02.01. stay days.
void decideOrder(const ColumnEvidence& e, TimePlan& plan) {
    std::array<std::int64_t, 3> fits{};
    for (std::size_t mask = 1; mask < e.orderCounts.size(); ++mask)
        for (std::size_t i = 0; i < fits.size(); ++i)
            if (mask >> i & 1u) fits[i] += e.orderCounts[mask];
    std::size_t best = 0;
    const bool months = e.ordersOfFirsts > 2 && e.ordersOfFirsts == fits[2] && e.sample.find('.') == std::string::npos;
    for (std::size_t i = 1; i < fits.size(); ++i)
        if (fits[i] > fits[best] ||
            (fits[i] == fits[best] &&
             (e.orderSteady[i] > e.orderSteady[best] || (i == 2 && months && e.orderSteady[i] == e.orderSteady[best]))))
            best = i;
    plan.order = kDateOrders[best];
    for (std::size_t i = 0; i < fits.size(); ++i) {
        if (i == best || fits[i] < fits[best]) continue;
        plan.certain = false;
        plan.otherOrder = kDateOrders[i];
        if (const auto look = lookAtTime(e.sample)) plan.runnerUp = timeFormatOf(e.sample, *look, plan.otherOrder);
    }
    // Some cells exist in one order only and others only in another: no order reads the whole column.
    if (fits[best] < e.dates) plan.certain = false;
}

}  // namespace

TimePlan textPlan(const Columns& columns, std::vector<std::size_t> chosen) {
    TimePlan plan;
    plan.mode = Mode::Text;
    plan.columns = std::move(chosen);
    bool dated = false;
    for (const std::size_t c : plan.columns) {
        const ColumnEvidence& e = columns.evidence[c];
        if (columns.is(c, ColumnKind::Date)) decideOrder(e, plan), dated = true;
        if (const auto look = lookAtTime(e.sample))
            plan.shown += (plan.shown.empty() ? "" : " ") + timeFormatOf(e.sample, *look, plan.order);
    }
    plan.clockOnly = !dated;
    if (!dated) {
        plan.certain = false;
        plan.why = GATELAB_TEXT(
            "Reading",
            "the times have no date: days are counted from 1970-01-01, a new one wherever the clock starts over");
    }
    // A format is shown as one only where it reads its own sample; "1er janvier" has none.
    if (plan.columns.size() == 1) {
        const ColumnEvidence& e = columns.evidence[plan.columns.front()];
        const auto look = lookAtTime(e.sample);
        if (look && timeByFormat(e.sample, plan.shown) != timeMicros(*look, plan.order)) plan.shown = e.sample;
    }
    return plan;
}

std::optional<TimePlan> findText(const Columns& columns) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (!columns.is(c, ColumnKind::Date)) continue;
        const auto look = lookAtTime(columns.evidence[c].sample);
        if (look && !look->hasTime)
            for (std::size_t k = 0; k < columns.size(); ++k)
                if (columns.is(k, ColumnKind::Clock)) return textPlan(columns, {c, k});
        return textPlan(columns, {c});
    }
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (columns.is(c, ColumnKind::Clock) && (c == 0 || isTimeName(columns.layout.names[c])))
            return textPlan(columns, {c});
    return std::nullopt;
}

}  // namespace csv_time

using namespace csv_time;

bool isTimeName(const std::string& name) {
    static const std::set<std::string> kNames = {
        "time",        "date",        "datetime", "timestamp",   "ts",          "epoch",   "unix",
        "unixtime",    "epochtime",   "utc",      "timestampms", "timems",      "epochms", "unixtimestamp",
        "timestampns", "timestampus", "when",     "dt",          "时间",        "日期",    "zeit",
        "datum",       "fecha",       "hora",     "temps",       "ds",          "data",    "jour",
        "heure",       "tempo",       "dia",      "tiempo",      "zeitstempel", "uhrzeit"};
    const std::string base = name.substr(0, name.find_first_of("(["));
    const std::string key = plainName(trimCell(base));
    if (trimCell(base) == "t") return true;  // a capital T is more often a temperature
    return kNames.contains(key) || key.ends_with("timestamp") || key.starts_with("timestamp") ||
           key.ends_with("datetime");
}

bool isTimePartName(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, std::size_t c) {
    const Columns columns{layout, scan, plan.columns};
    return std::ranges::any_of(partRules(), [&](const PartRule& rule) { return isNamed(columns, c, rule.part); });
}

bool isTimePart(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, std::size_t c) {
    const Columns columns{layout, scan, plan.columns};
    const ColumnEvidence& e = scan.evidence[c];
    // A clock never falls twice in a row; a measurement that is called "min" does.
    if (e.changes() == 0 || e.falls * 4 > e.numbers) return false;
    // 2000.083: a year with its fraction.
    if (isNamed(columns, c, TimePart::Year) && e.low >= 1000 && e.high <= 2999 && e.falls == 0) return true;
    return std::ranges::any_of(partRules(), [&](const PartRule& rule) {
        return isNamed(columns, c, rule.part) && holds(columns, c, rule.part);
    });
}

bool isCompactDate(double value) {
    if (!(value > 10'000'101 && value < 29'991'232)) return false;
    const auto number = static_cast<std::int64_t>(value);
    return dayMicros(static_cast<int>(number / 10'000), static_cast<int>(number / 100 % 100),
                     static_cast<int>(number % 100))
        .has_value();
}

namespace {

/// No time is better than one that stands still while a part of it counts on.
TimePlan withoutTime(const Columns& columns, const TimePlan& plan, std::size_t left) {
    TimePlan none;
    none.certain = false;
    std::string names;
    for (const std::size_t c : plan.columns) names += (names.empty() ? "" : "+") + columns.layout.names[c];
    none.why = {GATELAB_TEXT("Reading",
                             "the time of '%1' stands still while column '%2' counts on, and they could not be joined: "
                             "the rows are counted. Name every column of the time, as in %3"),
                {names, columns.layout.names[left], "--time-column " + names + "+" + columns.layout.names[left]}};
    return none;
}

}  // namespace

Result<TimePlan> decideTime(const CsvLayout& layout, const TableScan& scan, const std::vector<ColumnPlan>& plans,
                            const ExperimentConfig& options) {
    const Columns columns{layout, scan, plans};
    if (options.timeColumn == "none") return TimePlan{};
    if (options.timeColumn != "auto") return namedPlan(columns, options);
    std::optional<TimePlan> found = findText(columns);
    if (found) refine(columns, *found);
    if (!found) found = findCalendar(columns);
    for (std::size_t c = 0; c < columns.size() && !found; ++c) found = asNumber(columns, c, false);
    if (found)
        if (const auto left = leftPart(columns, *found)) return withoutTime(columns, *found, *left);
    if (!found) {
        TimePlan none;
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (columns.is(c, ColumnKind::Number) && isTimeName(columns.layout.names[c]) && none.why.empty())
                none.why = {
                    GATELAB_TEXT(
                        "Reading",
                        "column '%1' has the name of a time, but its numbers do not rise from row to row: it is read "
                        "as values, and the rows are counted. Sort the file, or choose the time column"),
                    {columns.layout.names[c]}};
        none.certain = none.why.empty();
        return none;
    }
    if (options.timeFormat != "auto") {
        found->mode = TimePlan::Mode::Text;
        found->parts.clear();
        found->format = found->shown = options.timeFormat;
        found->certain = true;
    }
    return *found;
}

}  // namespace gatelab
