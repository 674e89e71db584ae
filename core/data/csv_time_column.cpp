// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv_columns.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <set>

namespace gatelab {
namespace {

using Mode = TimePlan::Mode;

std::string lowered(std::string_view text) {
    std::string out;
    for (const char c : text)
        if (c != ' ' && c != '_' && c != '-' && c != '.') out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

/// Everything the rules below look at, for one table.
struct Columns {
    const CsvLayout& layout;
    const std::vector<ColumnEvidence>& evidence;
    const std::vector<ColumnPlan>& plans;
    [[nodiscard]] std::size_t size() const { return plans.size(); }
    [[nodiscard]] bool is(std::size_t c, ColumnKind kind) const { return plans[c].kind == kind; }
};

/// The order of day and month that the whole column allows; when several do, the one with the steadier steps. Where these are equal, too, and every date
/// is the first of a month in one order only, that one: 01/01, 02/01, 03/01 are months, as points are German: 01.01., 02.01. stay days.
void decideOrder(const ColumnEvidence& e, TimePlan& plan) {
    std::array<std::int64_t, 3> fits{};
    for (std::size_t mask = 1; mask < e.orderCounts.size(); ++mask)
        for (std::size_t i = 0; i < fits.size(); ++i)
            if (mask >> i & 1u) fits[i] += e.orderCounts[mask];
    std::size_t best = 0;
    const bool months = e.ordersOfFirsts > 2 && e.ordersOfFirsts == fits[2] && e.sample.find('.') == std::string::npos;
    for (std::size_t i = 1; i < fits.size(); ++i)
        if (fits[i] > fits[best] || (fits[i] == fits[best] && (e.orderSteady[i] > e.orderSteady[best] || (i == 2 && months && e.orderSteady[i] == e.orderSteady[best])))) best = i;
    plan.order = kDateOrders[best];
    for (std::size_t i = 0; i < fits.size(); ++i) {
        if (i == best || fits[i] < fits[best]) continue;
        plan.certain = false;
        static constexpr const char* kSpelled[] = {"%Y-%m-%d", "%d/%m/%Y", "%m/%d/%Y"};
        plan.runnerUp = kSpelled[i];
    }
    // Some cells exist in one order only and others only in another: no order reads the whole column.
    if (fits[best] < e.dates) plan.certain = false;
}

TimePlan textPlan(const Columns& columns, std::vector<std::size_t> chosen) {
    TimePlan plan;
    plan.mode = Mode::Text;
    plan.columns = std::move(chosen);
    bool dated = false;
    for (const std::size_t c : plan.columns) {
        const ColumnEvidence& e = columns.evidence[c];
        if (columns.is(c, ColumnKind::Date)) decideOrder(e, plan), dated = true;
        if (const auto look = lookAtTime(e.sample)) plan.shown += (plan.shown.empty() ? "" : " ") + timeFormatOf(e.sample, *look, plan.order);
    }
    plan.clockOnly = !dated;
    if (!dated) {
        plan.certain = false;
        plan.why = GATELAB_TEXT("Reading", "the times have no date: days are counted from 1970-01-01, a new one wherever the clock starts over");
    }
    // A format is shown as one only where it reads its own sample; "1er janvier" has none.
    if (plan.columns.size() == 1) {
        const ColumnEvidence& e = columns.evidence[plan.columns.front()];
        const auto look = lookAtTime(e.sample);
        if (look && timeByFormat(e.sample, plan.shown) != timeMicros(*look, plan.order)) plan.shown = e.sample;
    }
    return plan;
}

/// Date in text; a column of clock times beside it belongs to it unless the date has a time of its own.
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
        if (columns.is(c, ColumnKind::Clock) && (c == 0 || isTimeName(columns.layout.names[c]))) return textPlan(columns, {c});
    return std::nullopt;
}

/// Year, month and so on in columns of their own.
std::optional<TimePlan> findCalendar(const Columns& columns) {
    static const std::array<std::set<std::string>, 6> kNames = {{{"year", "yr", "yyyy", "jahr", "年"},
                                                                 {"month", "mo", "mon", "mm", "mnth", "monat", "月"},
                                                                 {"day", "dd", "dom", "dayofmonth", "tag", "日"},
                                                                 {"hour", "hr", "hh", "stunde", "时"},
                                                                 {"minute", "min", "minutes"},
                                                                 {"second", "sec", "seconds"}}};
    TimePlan plan;
    plan.mode = Mode::Calendar;
    for (std::size_t part = 0; part < kNames.size(); ++part) {
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const ColumnEvidence& e = columns.evidence[c];
            static constexpr double kHigh[] = {2999, 12, 31, 24, 59, 60};
            if (!columns.is(c, ColumnKind::Number) || !e.whole || !kNames[part].contains(lowered(columns.layout.names[c])) || e.low < 0 || e.high > kHigh[part])
                continue;
            plan.calendar[part] = static_cast<int>(c);
            plan.columns.push_back(c);
            plan.shown += (plan.shown.empty() ? "" : " + ") + columns.layout.names[c];
            break;
        }
        // Finer parts mean nothing without the coarser ones.
        if (plan.calendar[part] < 0) break;
    }
    if (plan.calendar[1] < 0) return std::nullopt;
    return plan;
}

/// Seconds, milliseconds, microseconds or nanoseconds since 1970, told by the size: 1990 to 2100 in each.
std::optional<TimePlan> asEpoch(const ColumnEvidence& e, std::size_t c) {
    struct Unit {
        double perSecond;
        const char* name;
    };
    for (const Unit unit :
         {Unit{1, "seconds since 1970"}, Unit{1e3, "milliseconds since 1970"}, Unit{1e6, "microseconds since 1970"}, Unit{1e9, "nanoseconds since 1970"}}) {
        if (e.low < 631152000.0 * unit.perSecond || e.high > 4102444800.0 * unit.perSecond) continue;
        TimePlan plan;
        plan.mode = Mode::Epoch;
        plan.columns = {c};
        plan.microsPerUnit = 1e6 / unit.perSecond;
        plan.shown = unit.name;
        return plan;
    }
    return std::nullopt;
}

TimePlan numberPlan(Mode mode, std::size_t c, const char* shown, double microsPerUnit = 1e6) {
    TimePlan plan;
    plan.mode = mode;
    plan.columns = {c};
    plan.certain = false;
    plan.shown = shown;
    plan.microsPerUnit = microsPerUnit;
    return plan;
}

/// Beside dates such as 20240531 that repeat: clock times such as 930 or 1430.
std::optional<std::size_t> compactClock(const Columns& columns, std::size_t date) {
    const ColumnEvidence& days = columns.evidence[date];
    if (days.rises == days.numbers - 1 || date + 1 >= columns.size()) return std::nullopt;
    const std::size_t c = date + 1;
    const ColumnEvidence& e = columns.evidence[c];
    static const std::set<std::string> kNames = {"time", "hhmm", "clock", "hour", "uhrzeit", "zeit", "hora", "heure", "hr", "tod", "timeofday", "hrmn"};
    if (!columns.is(c, ColumnKind::Number) || !e.whole || e.low < 0 || e.high > 2400 || !kNames.contains(lowered(columns.layout.names[c].substr(0, columns.layout.names[c].find_first_of("([")))))
        return std::nullopt;
    return c;
}

/// A column of numbers as time. `asked`: the user named it, so size and growth need not prove it.
std::optional<TimePlan> asNumber(const Columns& columns, std::size_t c, bool asked) {
    const ColumnEvidence& e = columns.evidence[c];
    if (!columns.is(c, ColumnKind::Number) || e.numbers == 0) return std::nullopt;
    const std::string name = lowered(columns.layout.names[c]);
    const bool named = asked || isTimeName(columns.layout.names[c]);
    // One row that was doubled or moved makes no measurement of a time.
    const bool rises = named ? e.mostlyRises() : e.rising();
    if (auto epoch = asEpoch(e, c); epoch && (named || (c == 0 && e.mostlyRises()))) {
        epoch->certain = named;
        return epoch;
    }
    const bool firstRising = (c == 0 || named) && rises && e.numbers > 1;
    if (e.whole && (c == 0 || named) && e.numbers > 1 && e.compactDates == e.numbers && e.falls * 20 <= std::max<std::int64_t>(e.numbers, 20)) {
        TimePlan plan = numberPlan(Mode::Compact, c, "%Y%m%d");
        plan.certain = named || e.rises == e.numbers - 1;
        if (const auto clock = compactClock(columns, c)) plan.columns.push_back(*clock), plan.shown += " %H%M";
        return plan;
    }
    const bool year = name == "year" || name == "yr" || name == "jahr" || named;
    if (e.whole && year && (firstRising || (year && e.mostlyRises())) && e.low >= 1000 && e.high <= 2999) return numberPlan(Mode::Year, c, "%Y");
    if (named && rises && e.low > 20'000 && e.high < 80'000) return numberPlan(Mode::Serial, c, "days of a spreadsheet since 1899-12-30");
    const bool seconds = named || name == "sec" || name == "secs" || name == "second" || name == "seconds" || name == "elapsed";
    if ((seconds && firstRising) || asked) {
        const std::string unit = unitOfName(columns.layout.names[c]);
        if (unit == "ms") return numberPlan(Mode::Relative, c, "milliseconds from a start", 1e3);
        if (unit == "us" || unit == "\xC2\xB5s") return numberPlan(Mode::Relative, c, "microseconds from a start", 1);
        if (unit == "min") return numberPlan(Mode::Relative, c, "minutes from a start", 60e6);
        if (unit == "h") return numberPlan(Mode::Relative, c, "hours from a start", 3600e6);
        if (unit == "d" || unit == "days") return numberPlan(Mode::Relative, c, "days from a start", 86400e6);
        return numberPlan(Mode::Relative, c, "seconds from a start");
    }
    return std::nullopt;
}

Result<TimePlan> namedPlan(const Columns& columns, const ExperimentConfig& options) {
    std::vector<std::size_t> chosen;
    const std::string& text = options.timeColumn;
    const auto find = [&](std::string_view name) {
        const auto& names = columns.layout.names;
        return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    };
    if (find(text) < columns.size())
        chosen = {find(text)};
    else
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t plus = std::min(text.find('+', at), text.size());
            const std::size_t c = find(trimCell(std::string_view(text).substr(at, plus - at)));
            if (c >= columns.size())
                return Error{ErrorCode::NotFound, {GATELAB_TEXT("Reading", "time column '%1': there is no column of that name in the table"), {text}}};
            chosen.push_back(c);
            at = plus + 1;
        }
    if (options.timeFormat != "auto") {
        TimePlan plan;
        plan.mode = Mode::Text;
        plan.columns = chosen;
        plan.format = plan.shown = options.timeFormat;
        return plan;
    }
    const bool text1 =
        std::all_of(chosen.begin(), chosen.end(), [&](std::size_t c) { return columns.is(c, ColumnKind::Date) || columns.is(c, ColumnKind::Clock); });
    if (text1 && std::ranges::count_if(chosen, [&](std::size_t c) { return columns.is(c, ColumnKind::Date); }) > 1)
        return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Reading", "time column '%1': more than one of these columns holds dates; choose one of them, or a date and a clock time"), {text}}};
    if (text1 && chosen.size() <= 2) return textPlan(columns, chosen);
    if (chosen.size() > 1)
        if (auto calendar = findCalendar(columns)) return *calendar;
    if (chosen.size() == 1)
        if (auto number = asNumber(columns, chosen.front(), true)) return *number;
    return Error{
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Reading", "time column '%1': its cells are neither dates nor times; give a time format, choose another column, or 'none'"), {text}}};
}

}  // namespace

bool isTimeName(const std::string& name) {
    static const std::set<std::string> kNames = {
        "time",          "date",        "datetime",    "timestamp", "ts", "epoch", "unix", "unixtime", "epochtime", "utc",   "timestampms", "timems", "epochms",
        "unixtimestamp", "timestampns", "timestampus", "when",      "dt", "时间",  "日期", "zeit",     "datum",     "fecha", "hora",        "temps",
        "ds",            "data",        "jour",        "heure",     "tempo", "dia", "tiempo", "zeitstempel", "uhrzeit"};
    const std::string base = name.substr(0, name.find_first_of("(["));
    const std::string key = lowered(trimCell(base));
    if (trimCell(base) == "t") return true;  // a capital T is more often a temperature
    return kNames.contains(key) || key.ends_with("timestamp") || key.starts_with("timestamp") || key.ends_with("datetime");
}

bool isCompactDate(double value) {
    if (!(value > 10'000'101 && value < 29'991'232)) return false;
    const auto number = static_cast<std::int64_t>(value);
    return dayMicros(static_cast<int>(number / 10'000), static_cast<int>(number / 100 % 100), static_cast<int>(number % 100)).has_value();
}

Result<TimePlan> decideTime(const CsvLayout& layout, const std::vector<ColumnEvidence>& evidence, const std::vector<ColumnPlan>& plans,
                            const ExperimentConfig& options) {
    const Columns columns{layout, evidence, plans};
    if (options.timeColumn == "none") return TimePlan{};
    if (options.timeColumn != "auto") return namedPlan(columns, options);
    std::optional<TimePlan> found = findText(columns);
    if (!found) found = findCalendar(columns);
    for (std::size_t c = 0; c < columns.size() && !found; ++c) found = asNumber(columns, c, false);
    if (!found) {
        TimePlan none;
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (columns.is(c, ColumnKind::Number) && isTimeName(columns.layout.names[c]) && none.why.empty())
                none.why = {GATELAB_TEXT("Reading", "column '%1' has the name of a time, but its numbers do not rise from row to row: it is read as values, and the rows are counted. Sort the file, or choose the time column"),
                            {columns.layout.names[c]}};
        none.certain = none.why.empty();
        return none;
    }
    if (options.timeFormat != "auto") {
        found->mode = Mode::Text;
        found->format = found->shown = options.timeFormat;
        found->certain = true;
    }
    return *found;
}

}  // namespace gatelab
