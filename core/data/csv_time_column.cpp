// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv_columns.h"
#include "data/csv_roles.h"

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
        if (c != ' ' && c != '_' && c != '-' && c != '.')
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

/// Everything the rules below look at, for one table.
struct Columns {
    const CsvLayout& layout;
    const TableScan& scan;
    const std::vector<ColumnPlan>& plans;
    const std::vector<ColumnEvidence>& evidence = scan.evidence;
    [[nodiscard]] std::size_t size() const { return plans.size(); }
    /// A choice of columns leaves the others out.
    std::vector<std::size_t> chosen = {};
    [[nodiscard]] bool is(std::size_t c, ColumnKind kind) const {
        return plans[c].kind == kind && (chosen.empty() || std::ranges::find(chosen, c) != chosen.end());
    }
    /// Its name without a unit, in lower case and without blanks.
    [[nodiscard]] std::string name(std::size_t c) const {
        return lowered(std::string_view(layout.names[c]).substr(0, layout.names[c].find_first_of("([")));
    }
};

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
        if (columns.is(c, ColumnKind::Clock) && (c == 0 || isTimeName(columns.layout.names[c])))
            return textPlan(columns, {c});
    return std::nullopt;
}

/// What columns of the parts of a time are called, and what they may hold.
struct PartRule {
    TimePart part;
    double low, high;
    std::set<std::string> names;
};
const std::vector<PartRule>& partRules() {
    static const std::vector<PartRule> kRules = {
        {TimePart::Year,
         1000,
         2999,
         {"year", "yy", "yr", "yyyy", "jahr", "年", "年份", "ano", "año", "année", "annee", "anno", "fiscalyear",
          "isoyear"}},
        {TimePart::Month,
         1,
         12,
         {"month", "mo", "mon", "mm", "mnth", "monat", "月", "月份", "mes", "mês", "mois", "mese"}},
        {TimePart::Day, 1, 31, {"day", "dd", "dom", "dayofmonth", "tag", "日", "dia", "día", "jour", "giorno"}},
        {TimePart::Quarter, 1, 4, {"quarter", "qtr", "q", "quartal", "trimestre", "trimester", "季度"}},
        {TimePart::Week,
         1,
         53,
         {"week", "wk", "kw", "woche", "weekofyear", "weekno", "weeknr", "weeknumber", "woy", "isoweek", "epiweek",
          "mmwrweek", "semaine", "semana", "settimana", "周"}},
        {TimePart::YearDay,
         1,
         366,
         {"doy", "dayofyear", "yday", "yearday", "julianday", "julian", "jday", "jd", "ddd"}},
        {TimePart::Weekday, 1, 7, {"day", "weekday", "dow", "dayofweek", "wochentag", "tag", "wd", "isoweekday"}},
        {TimePart::YearMonth,
         100'001,
         299'912,
         {"yyyymm", "yearmonth", "ym", "yearmo", "yrmo", "month", "monat", "period", "mes", "mois", "mese"}},
        {TimePart::Date, 10'000'101, 29'991'231, {"ymd", "yyyymmdd", "day", "tag", "jour", "dia", "giorno"}},
        {TimePart::Stamp,
         1e9,
         3e13,
         {"stamp", "yyyymmddhh", "yyyymmddhhmm", "yyyymmddhhmmss", "ymdh", "ymdhm", "ymdhms"}},
        {TimePart::Hour,
         0,
         24,
         {"hour", "hr", "hh", "stunde", "hours", "std", "hora", "heure", "ora", "hourending", "hourofday", "he", "时",
          "time", "uhrzeit", "zeit"}},
        {TimePart::Minute, 0, 59, {"minute", "min", "minutes", "mi"}},
        {TimePart::Second, 0, 60, {"second", "sec", "seconds"}},
        {TimePart::Clock,
         0,
         2400,
         {"time", "hm", "hhmm", "clock", "hour", "uhrzeit", "zeit", "hora", "heure", "hr", "tod", "timeofday", "hrmn",
          "hourmin"}},
        {TimePart::LongClock,
         0,
         240'000,
         {"time", "hms", "hhmmss", "clock", "uhrzeit", "zeit", "hora", "heure", "tod", "timeofday"}},
    };
    return kRules;
}
const PartRule& ruleOf(TimePart part) { return *std::ranges::find(partRules(), part, &PartRule::part); }

/// Whether the number can be that part of a time.
bool canBe(const PartRule& rule, double value) {
    const TimePart part = rule.part;
    if (part == TimePart::Stamp) return stampMicros(value) != kNoTime;
    if (!(value >= rule.low && value <= rule.high) || value != std::floor(value)) return false;
    const auto number = static_cast<std::int64_t>(value);
    if (part == TimePart::Date) return isCompactDate(value);
    if (part == TimePart::YearMonth) return number % 100 >= 1 && number % 100 <= 12;
    if (part == TimePart::LongClock) return number % 100 < 60 && number / 100 % 100 < 60;
    return part != TimePart::Clock || number % 100 < 60;
}

/// Years of two digits are read only under a name that says so.
bool isShortYear(const Columns& columns, std::size_t c) {
    return columns.name(c) == "yy" && columns.evidence[c].low >= 0 && columns.evidence[c].high <= 99 &&
           columns.evidence[c].whole;
}

/// All but rows of sums that stand among them.
bool isMost(std::int64_t some, std::int64_t all) { return some * 20 >= all * 17; }

/// Nearly all numbers of the column can be that part: a row of sums may stand among them.
bool holds(const Columns& columns, std::size_t c, TimePart part) {
    if (!columns.is(c, ColumnKind::Number) || columns.scan.values[c].empty()) return false;
    if (part == TimePart::Year && isShortYear(columns, c)) return true;
    const PartRule& rule = ruleOf(part);
    if (columns.evidence[c].high < rule.low) return false;
    std::int64_t all = 0, fit = 0;
    for (const double value : columns.scan.values[c]) {
        if (std::isnan(value)) continue;
        ++all;
        fit += canBe(rule, value) ? 1 : 0;
        if (all - fit > 1 && !isMost(columns.evidence[c].numbers - (all - fit), columns.evidence[c].numbers))
            return false;
    }
    return all > 0 && (isMost(fit, all) || (all >= 4 && fit == all - 1));
}

/// The first column of such a name and such numbers.
std::optional<std::size_t> findPart(const Columns& columns, TimePart part, const TimePlan& plan) {
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (ruleOf(part).names.contains(columns.name(c)) && std::ranges::find(plan.columns, c) == plan.columns.end() &&
            holds(columns, c, part))
            return c;
    return std::nullopt;
}

void addPart(const Columns& columns, TimePlan& plan, TimePart part, std::size_t c) {
    plan.parts.push_back({part, c});
    plan.columns.push_back(c);
    plan.shown += (plan.shown.empty() ? "" : " + ") + columns.layout.names[c];
}

/// Finer parts, as far as they go without a gap. True: the first one is there.
bool addParts(const Columns& columns, TimePlan& plan, std::initializer_list<TimePart> parts) {
    bool any = false;
    for (const TimePart part : parts) {
        const auto c = findPart(columns, part, plan);
        if (!c) break;
        addPart(columns, plan, part, *c);
        any = true;
    }
    return any;
}

/// How often one row has the time of the row before, and how often an earlier one.
struct Order {
    std::size_t rows = 0, repeats = 0, falls = 0;
    /// But for a row in twenty that was doubled or moved.
    [[nodiscard]] bool rises() const { return rows > 1 && (repeats + falls) * 20 <= std::max<std::size_t>(rows, 20); }
    [[nodiscard]] bool repeatsOften() const { return rows > 0 && repeats * 4 >= rows; }
};
Order orderOf(const std::vector<std::int64_t>& times) {
    Order order;
    std::int64_t last = kNoTime;
    for (const std::int64_t time : times) {
        if (time == kNoTime) continue;
        if (order.rows++ > 0) order.repeats += time == last ? 1 : 0, order.falls += time < last ? 1 : 0;
        last = time;
    }
    return order;
}

/// Beside days that repeat: a column of hours or of clock times such as 930 with which nearly every row is later than
/// the one before. `asked`: the user named it, so that neither its name nor growth need prove it.
void addClock(const Columns& columns, TimePlan& plan, bool asked) {
    if (!asked && !orderOf(readTimes(columns.scan, plan)).repeatsOften()) return;
    for (const TimePart part : {TimePart::Hour, TimePart::Clock, TimePart::LongClock}) {
        TimePlan finer = plan;
        auto c = findPart(columns, part, finer);
        for (const std::size_t other : columns.chosen)
            if (asked && !c && std::ranges::find(plan.columns, other) == plan.columns.end() &&
                holds(columns, other, part))
                c = other;
        if (!c) continue;
        addPart(columns, finer, part, *c);
        if (part == TimePart::Hour) addParts(columns, finer, {TimePart::Minute, TimePart::Second});
        // Several series one below the other fall at each border.
        const Order order = orderOf(readTimes(columns.scan, finer));
        if (!asked && (order.falls * 4 > order.rows || order.repeatsOften())) continue;
        plan = std::move(finer);
        return;
    }
}

/// Year, month and so on in columns of their own; the year with a quarter, a week or the day of the year.
std::optional<TimePlan> findCalendar(const Columns& columns) {
    TimePlan plan;
    plan.mode = Mode::Parts;
    const auto year = findPart(columns, TimePart::Year, plan);
    if (!year) return std::nullopt;
    addPart(columns, plan, TimePart::Year, *year);
    const bool found =
        addParts(columns, plan, {TimePart::Month, TimePart::Day, TimePart::Hour, TimePart::Minute, TimePart::Second}) ||
        addParts(columns, plan, {TimePart::YearDay}) || addParts(columns, plan, {TimePart::Quarter}) ||
        addParts(columns, plan, {TimePart::Week, TimePart::Weekday});
    if (!found) return std::nullopt;
    if (const TimePart last = plan.parts.back().part; last == TimePart::Day || last == TimePart::YearDay)
        addClock(columns, plan, false);
    return plan;
}

/// Seconds, milliseconds, microseconds or nanoseconds since 1970, told by the size: 1990 to 2100 in each.
std::optional<TimePlan> asEpoch(const Columns& columns, std::size_t c) {
    struct Unit {
        double perSecond;
        const char* name;
    };
    const ColumnEvidence& e = columns.evidence[c];
    if (e.high < kEpochLow) return std::nullopt;
    for (const Unit unit : {Unit{1, "seconds since 1970"}, Unit{1e3, "milliseconds since 1970"},
                            Unit{1e6, "microseconds since 1970"}, Unit{1e9, "nanoseconds since 1970"}}) {
        const auto fits = [&](double value) {
            return value >= kEpochLow * unit.perSecond && value <= kEpochHigh * unit.perSecond;
        };
        if (!(fits(e.low) && fits(e.high)) && !isMost(std::ranges::count_if(columns.scan.values[c], fits), e.numbers))
            continue;
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

/// A column of numbers as time. `asked`: the user named it, so size and growth need not prove it.
std::optional<TimePlan> asNumber(const Columns& columns, std::size_t c, bool asked) {
    const ColumnEvidence& e = columns.evidence[c];
    if (!columns.is(c, ColumnKind::Number) || e.numbers == 0) return std::nullopt;
    const std::string name = columns.name(c);
    const bool named = asked || isTimeName(columns.layout.names[c]);
    // One row that was doubled or moved makes no measurement of a time.
    const bool rises = named ? e.mostlyRises() : e.rising();
    if (const bool stamp = named || ruleOf(TimePart::Stamp).names.contains(name);
        (c == 0 || stamp) && e.high >= 1e9 && holds(columns, c, TimePart::Stamp)) {
        TimePlan plan = numberPlan(Mode::Parts, c, "%Y%m%d%H");
        plan.shown += e.high >= 1e13 ? "%M%S" : e.high >= 1e11 ? "%M" : "";
        plan.parts = {{TimePart::Stamp, c}};
        plan.certain = stamp;
        if (stamp || orderOf(readTimes(columns.scan, plan)).rises()) return plan;
    }
    if (auto epoch = c == 0 || named ? asEpoch(columns, c) : std::nullopt;
        epoch && (named || e.mostlyRises() || orderOf(readTimes(columns.scan, *epoch)).rises())) {
        epoch->certain = named;
        return epoch;
    }
    const bool firstRising = (c == 0 || named) && rises && e.numbers > 1;
    // Or from new to old
    const bool fewFalls = std::min(e.falls, e.rises) * 20 <= std::max<std::int64_t>(e.numbers, 20);
    if (const bool day = named || ruleOf(TimePart::Date).names.contains(name);
        (c == 0 || day) && e.numbers > 1 && fewFalls && holds(columns, c, TimePart::Date)) {
        TimePlan plan = numberPlan(Mode::Parts, c, "%Y%m%d");
        plan.parts = {{TimePart::Date, c}};
        plan.certain = day || e.rises == e.numbers - 1;
        addClock(columns, plan, !columns.chosen.empty());
        return plan;
    }
    if (const bool month = named || ruleOf(TimePart::YearMonth).names.contains(name);
        (c == 0 || month) && e.numbers > 1 && fewFalls && e.changes() > 0 && holds(columns, c, TimePart::YearMonth)) {
        TimePlan plan = numberPlan(Mode::Parts, c, "%Y%m");
        plan.parts = {{TimePart::YearMonth, c}};
        plan.certain = month || e.rises == e.numbers - 1;
        return plan;
    }
    const bool year = named || ruleOf(TimePart::Year).names.contains(name);
    if (year && e.mostlyRises() && holds(columns, c, TimePart::Year)) {
        TimePlan plan = numberPlan(Mode::Parts, c, "%Y");
        plan.parts = {{TimePart::Year, c}};
        return plan;
    }
    if (named && rises && e.low > 20'000 && e.high < 80'000)
        return numberPlan(Mode::Serial, c, "days of a spreadsheet since 1899-12-30");
    const bool seconds =
        named || name == "sec" || name == "secs" || name == "second" || name == "seconds" || name == "elapsed";
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
                return Error{ErrorCode::NotFound,
                             {GATELAB_TEXT("Reading", "time column '%1': there is no column of that name in the table"),
                              {text}}};
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
    const bool text1 = std::all_of(chosen.begin(), chosen.end(), [&](std::size_t c) {
        return columns.is(c, ColumnKind::Date) || columns.is(c, ColumnKind::Clock);
    });
    if (text1 && std::ranges::count_if(chosen, [&](std::size_t c) { return columns.is(c, ColumnKind::Date); }) > 1)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading",
                                   "time column '%1': more than one of these columns holds dates; choose one of them, "
                                   "or a date and a clock time"),
                      {text}}};
    if (text1 && chosen.size() <= 2) return textPlan(columns, chosen);
    if (chosen.size() > 1) {
        const Columns those{columns.layout, columns.scan, columns.plans, columns.evidence, chosen};
        std::optional<TimePlan> found = findText(those);
        if (found && found->columns.size() < chosen.size()) addClock(those, *found, true);
        if (!found) found = findCalendar(those);
        for (std::size_t i = 0; i < chosen.size() && !found; ++i) found = asNumber(those, chosen[i], false);
        if (found && found->columns.size() == chosen.size()) return *found;
    }
    if (chosen.size() == 1)
        if (auto number = asNumber(columns, chosen.front(), true)) return *number;
    return Error{ErrorCode::InvalidInput,
                 {GATELAB_TEXT("Reading",
                               "time column '%1': its cells are neither dates nor times; give a time format, choose "
                               "another column, or 'none'"),
                  {text}}};
}

}  // namespace

bool isTimeName(const std::string& name) {
    static const std::set<std::string> kNames = {
        "time",        "date",        "datetime", "timestamp",   "ts",          "epoch",   "unix",
        "unixtime",    "epochtime",   "utc",      "timestampms", "timems",      "epochms", "unixtimestamp",
        "timestampns", "timestampus", "when",     "dt",          "时间",        "日期",    "zeit",
        "datum",       "fecha",       "hora",     "temps",       "ds",          "data",    "jour",
        "heure",       "tempo",       "dia",      "tiempo",      "zeitstempel", "uhrzeit"};
    const std::string base = name.substr(0, name.find_first_of("(["));
    const std::string key = lowered(trimCell(base));
    if (trimCell(base) == "t") return true;  // a capital T is more often a temperature
    return kNames.contains(key) || key.ends_with("timestamp") || key.starts_with("timestamp") ||
           key.ends_with("datetime");
}

bool isTimePartName(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, std::size_t c) {
    const Columns columns{layout, scan, plan.columns};
    return std::ranges::any_of(partRules(), [&](const PartRule& rule) { return rule.names.contains(columns.name(c)); });
}

bool isTimePart(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, std::size_t c) {
    const Columns columns{layout, scan, plan.columns};
    const ColumnEvidence& e = scan.evidence[c];
    // A clock never falls twice in a row; a measurement that is called "min" does.
    if (e.changes() == 0 || e.falls * 4 > e.numbers) return false;
    // 2000.083: a year with its fraction.
    if (ruleOf(TimePart::Year).names.contains(columns.name(c)) && e.low >= 1000 && e.high <= 2999 && e.falls == 0)
        return true;
    return std::ranges::any_of(partRules(), [&](const PartRule& rule) {
        return rule.names.contains(columns.name(c)) && holds(columns, c, rule.part);
    });
}

bool isCompactDate(double value) {
    if (!(value > 10'000'101 && value < 29'991'232)) return false;
    const auto number = static_cast<std::int64_t>(value);
    return dayMicros(static_cast<int>(number / 10'000), static_cast<int>(number / 100 % 100),
                     static_cast<int>(number % 100))
        .has_value();
}

Result<TimePlan> decideTime(const CsvLayout& layout, const TableScan& scan, const std::vector<ColumnPlan>& plans,
                            const ExperimentConfig& options) {
    const Columns columns{layout, scan, plans};
    if (options.timeColumn == "none") return TimePlan{};
    if (options.timeColumn != "auto") return namedPlan(columns, options);
    std::optional<TimePlan> found = findText(columns);
    if (found && found->mode == Mode::Text && found->columns.size() == 1 && !found->clockOnly)
        addClock(columns, *found, false);
    if (!found) found = findCalendar(columns);
    for (std::size_t c = 0; c < columns.size() && !found; ++c) found = asNumber(columns, c, false);
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
        found->mode = Mode::Text;
        found->parts.clear();
        found->format = found->shown = options.timeFormat;
        found->certain = true;
    }
    return *found;
}

}  // namespace gatelab
