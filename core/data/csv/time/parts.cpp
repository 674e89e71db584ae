// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/time/choice.h"
#include "data/csv/time/row_times.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace gatelab::csv_time {
namespace {

/// Years of two digits are read only under a name that says so.
bool isShortYear(const Columns& columns, std::size_t c) {
    return columns.name(c) == "yy" && columns.evidence[c].low >= 0 && columns.evidence[c].high <= 99 &&
           columns.evidence[c].whole;
}

/// Hours with minutes behind the point: 9.3 and 9.30 are 9:30.
bool isPointClock(double value) {
    const double minutes = (value - std::floor(value)) * 100;
    return value >= 0 && value < 24.005 && std::abs(minutes - std::round(minutes)) < 1e-6 && std::round(minutes) < 60;
}

/// Whether the number can be that part of a time.
bool canBe(const PartRule& rule, double value) {
    const TimePart part = rule.part;
    if (part == TimePart::PointClock) return isPointClock(value);
    if (part == TimePart::Stamp) return stampMicros(value) != kNoTime;
    if (part == TimePart::ShortStamp) return shortStampMicros(value) != kNoTime;
    if (!(value >= rule.low && value <= rule.high)) return false;
    const auto number = static_cast<std::int64_t>(value);
    if (value != static_cast<double>(number)) return false;
    if (part == TimePart::Date) return isCompactDate(value);
    if (part == TimePart::YearMonth) return number % 100 >= 1 && number % 100 <= 12;
    if (part == TimePart::LongClock) return number % 100 < 60 && number / 100 % 100 < 60;
    return part != TimePart::Clock || number % 100 < 60;
}

/// Dates that a program wrote with a clock: every one of them at 0:00.
bool isMidnight(const std::vector<std::int64_t>& times) {
    constexpr std::int64_t kDay = INT64_C(86'400'000'000);
    bool any = false;
    for (const std::int64_t time : times) {
        if (time != kNoTime && time % kDay != 0) return false;
        any = any || time != kNoTime;
    }
    return any;
}

bool isYear(double value) { return value >= 1000 && value <= 2999 && value == std::floor(value); }

}  // namespace

std::int64_t bareYears(const Columns& columns, std::size_t c) {
    constexpr std::int64_t kFewest = 5;  // months for each
    const ColumnEvidence& e = columns.evidence[c];
    return e.bareYears * (kFewest + 1) <= e.numbers ? e.bareYears : 0;
}

std::string plainName(std::string_view text) {
    constexpr std::string_view kLeftOut = " _-.<>#\"*";
    std::string out;
    for (const char c : text)
        if (kLeftOut.find(c) == std::string_view::npos)
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

const std::vector<PartRule>& partRules() {
    static const std::vector<PartRule> kRules = {
        {TimePart::Year,
         1000,
         2999,
         {"year", "yy", "yr", "yyyy", "jahr", "年", "年份", "ano", "año", "année", "annee", "anno", "fiscalyear",
          "isoyear", "calendaryear"}},
        {TimePart::Month,
         1,
         12,
         {"month", "mo", "mon", "mm", "mnth", "mth", "monat", "月", "月份", "mes", "mês", "mois", "mese"}},
        {TimePart::Day, 1, 31, {"day", "dd", "dy", "dom", "dayofmonth", "tag", "日", "dia", "día", "jour", "giorno"}},
        {TimePart::Quarter, 1, 4, {"quarter", "qtr", "q", "quartal", "trimestre", "trimester", "季度"}},
        {TimePart::Week,
         1,
         53,
         {"week", "wk", "kw", "woche", "weekofyear", "weekno", "weeknr", "weeknumber", "woy", "isoweek", "epiweek",
          "mmwrweek", "semaine", "semana", "settimana", "周"}},
        {TimePart::YearDay,
         1,
         366,
         {"doy", "dayofyear", "yday", "yearday", "julianday", "julday", "julian", "jday", "jd", "ddd"}},
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
        {TimePart::Hour, 0, 24, {"hour",     "hr",    "hh",        "stunde",     "hours",   "hrs",           "std",
                                 "hora",     "heure", "ora",       "hourending", "hourend", "hourbeginning", "hrend",
                                 "hrending", "hrbeg", "hourofday", "he",         "时",      "time",          "uhrzeit",
                                 "zeit"}},
        {TimePart::ShortStamp, 1e8, 1e12, {"yymmddhhmm", "yymmddhhmmss"}},
        {TimePart::Minute, 0, 59, {"minute", "min", "minutes", "mi", "mn", "mm"}},
        {TimePart::Second, 0, 60, {"second", "sec", "seconds", "ss"}},
        {TimePart::Clock,
         0,
         2400,
         {"time", "hm", "hhmm", "clock", "hour", "uhrzeit", "zeit", "hora", "heure", "hr", "tod", "timeofday", "hrmn",
          "hourmin"}},
        {TimePart::Period,
         0,
         300,
         {"period", "settlementperiod", "tradingperiod", "dispatchperiod", "periodo", "sp", "interval", "slot",
          "timeslot", "halfhour", "quarterhour", "viertelstunde", "ptu", "mtu", "isp", "kwartier"}},
        {TimePart::PointClock,
         0,
         24,
         {"time", "hm", "clock", "hour", "uhrzeit", "zeit", "hora", "heure", "hr", "tod", "timeofday", "hourmin"}},
        {TimePart::LongClock,
         0,
         240'000,
         {"time", "hms", "hhmmss", "clock", "uhrzeit", "zeit", "hora", "heure", "tod", "timeofday"}},
    };
    return kRules;
}

const PartRule& ruleOf(TimePart part) { return *std::ranges::find(partRules(), part, &PartRule::part); }

bool holds(const Columns& columns, std::size_t c, TimePart part) {
    if (!columns.is(c, ColumnKind::Number) || columns.scan.values[c].empty()) return false;
    if (part == TimePart::Year && isShortYear(columns, c)) return true;
    const PartRule& rule = ruleOf(part);
    if (columns.evidence[c].high < rule.low) return false;
    const std::int64_t years = part == TimePart::YearMonth ? bareYears(columns, c) : 0;
    // As many as isMost() lets be
    const std::int64_t most = std::max<std::int64_t>(1, columns.evidence[c].numbers * 3 / 20);
    std::int64_t all = 0, misses = 0;
    for (const double value : columns.scan.values[c]) {
        if (std::isnan(value) || (years > 0 && isYear(value))) continue;
        ++all;
        if (!canBe(rule, value) && ++misses > most) return false;
    }
    return all > 0 && (isMost(all - misses, all) || (all >= 4 && misses == 1));
}

bool isNamed(const Columns& columns, std::size_t c, TimePart part) {
    static constexpr std::string_view kZones[] = {"utc", "gmt", "lst", "local", "loc"};
    const std::set<std::string>& names = ruleOf(part).names;
    const std::string name = columns.name(c);
    return names.contains(name) || std::ranges::any_of(kZones, [&](std::string_view zone) {
               return (name.ends_with(zone) && names.contains(name.substr(0, name.size() - zone.size()))) ||
                      (name.starts_with(zone) && names.contains(name.substr(zone.size())));
           });
}

bool isUsed(const TimePlan& plan, std::size_t c) { return std::ranges::find(plan.columns, c) != plan.columns.end(); }

void addPart(const Columns& columns, TimePlan& plan, TimePart part, std::size_t c) {
    plan.parts.push_back({part, c});
    plan.columns.push_back(c);
    plan.shown += (plan.shown.empty() ? "" : " + ") + columns.layout.names[c];
}

std::vector<TimePart> partsBelow(TimePart part) {
    using enum TimePart;
    switch (part) {
        case Year:
            return {Month, YearDay, Quarter, Week};
        case Month:
        case YearMonth:
            return {Day};
        case Week:
            return {Weekday};
        case Day:
        case YearDay:
        case Weekday:
        case Date:
            return {Hour, Clock, LongClock, Period};
        case Hour:
            return {Minute};
        case Minute:
        case Clock:
            return {Second};
        default:
            return {};
    }
}

std::optional<TimePart> finestOf(const Columns& columns, const TimePlan& plan) {
    if (!plan.parts.empty()) return plan.parts.back().part;
    if (plan.mode != TimePlan::Mode::Text || plan.columns.size() != 1) return std::nullopt;
    const auto look = sniffTime(columns.evidence[plan.columns.front()].sample);
    return look && look->hasDate && look->lengths[2] > 0 && (!look->hasTime || isMidnight(columns.scan.times))
               ? std::optional(TimePart::Day)
               : std::nullopt;
}

}  // namespace gatelab::csv_time
