// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/setting_predicates.h"
#include "data/csv/time/choice.h"
#include "data/csv/time/part_times.h"
#include "data/csv/time/rounded.h"
#include "data/csv/time/row_times.h"
#include "data/csv/time/word_parts.h"
#include "data/time_limits.h"
#include "data/time_step.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace gatelab {
namespace {

using Mode = TimePlan::Mode;

constexpr double kDay = 86'400e6;

/// Microseconds of a unit of a number that is read by its size: each unit since 1970 has its own range.
double unitBySize(double value) {
    double perSecond = 1;
    while (perSecond < 1e9 && value > kEpochHigh * perSecond) perSecond *= 1e3;
    return 1e6 / perSecond;
}

std::int64_t fromNumber(const TimePlan& plan, double value) {
    if (!std::isfinite(value)) return kNoTime;
    const double unit = plan.microsPerUnit > 0 ? plan.microsPerUnit : unitBySize(value);
    auto micros = static_cast<long double>(value) * unit + plan.originMicros;
    if (plan.mode == Mode::Epoch && (micros < kEpochLow * 1e6 || micros > kEpochHigh * 1e6)) return kNoTime;
    if (plan.roundMicros > 0) micros = std::round(micros / plan.roundMicros) * plan.roundMicros;
    return std::abs(micros) < kFarthestMicros ? std::llround(micros) : kNoTime;
}

/// Whether nothing but the hour 25 keeps all rows without a time from one.
bool haveHour25(const std::vector<std::int64_t>& times, const TableScan& scan, const TimePlan& plan) {
    constexpr double kBeyond = 25;
    const auto hour = std::ranges::find(plan.parts, TimePart::Hour, &PartColumn::part);
    if (hour == plan.parts.end() || scan.values[hour->column].size() != times.size()) return false;
    for (std::size_t r = 0; r < times.size(); ++r)
        if (times[r] == kNoTime && scan.values[hour->column][r] != kBeyond) return false;
    return true;
}

/// "3A", "02b": the hour that comes twice on the day on which the clocks are set back.
bool isHourTwice(std::string_view cell) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    return (cell.size() == 2 || cell.size() == 3) && std::ranges::all_of(cell.substr(0, cell.size() - 1), isDigit) &&
           std::string_view("ABab").find(cell.back()) != std::string_view::npos;
}

/// Whether nothing but such hours keeps all rows without a time from one.
bool haveHoursTwice(std::int64_t missing, const std::vector<std::int64_t>& times, const TableScan& scan,
                    const TimePlan& plan) {
    const auto hour = std::ranges::find(plan.parts, TimePart::Hour, &PartColumn::part);
    if (hour == plan.parts.end() || scan.values[hour->column].size() != times.size()) return false;
    for (std::size_t r = 0; r < times.size(); ++r)
        if (times[r] == kNoTime && !std::isnan(scan.values[hour->column][r])) return false;
    const ColumnEvidence& e = scan.evidence[hour->column];
    return e.odd == missing && !e.odds.empty() &&
           std::ranges::all_of(e.odds, [](const auto& odd) { return isHourTwice(odd.text); });
}

/// Two rows without a time between others: both are of the hour behind the row before.
void takeHoursTwice(std::int64_t step, std::vector<std::int64_t>& times) {
    for (std::size_t r = 1; r + 1 < times.size(); ++r)
        if (times[r - 1] != kNoTime && times[r] == kNoTime && times[r + 1] == kNoTime &&
            (r + 2 == times.size() || times[r + 2] != kNoTime))
            times[r] = times[r + 1] = times[r - 1] + step;
}

/// Rows without a time go on from the row before by the usual step; leading ones go back from the first known one.
void mendTimes(std::vector<std::int64_t>& times, const TableScan& scan, const TimePlan& plan,
               std::vector<ReadWarning>& warnings) {
    const auto missing = static_cast<std::size_t>(std::ranges::count(times, kNoTime));
    if (missing == 0) return;
    const bool areHours25 = haveHour25(times, scan, plan),
               areHoursTwice = haveHoursTwice(static_cast<std::int64_t>(missing), times, scan, plan);
    std::vector<std::int64_t> known, lines;
    for (std::size_t r = 0; r < times.size(); ++r)
        if (times[r] != kNoTime)
            known.push_back(times[r]);
        else if (lines.size() < 6)
            lines.push_back(scan.lineOf(static_cast<std::int64_t>(r)));
    const std::int64_t step = mostFrequentStep(known);
    if (areHoursTwice) takeHoursTwice(step, times);
    const auto first = static_cast<std::size_t>(
        std::find_if(times.begin(), times.end(), [](std::int64_t time) { return time != kNoTime; }) - times.begin());
    for (std::size_t r = first; r-- > 0;) times[r] = times[r + 1] - step;
    for (std::size_t r = first + 1; r < times.size(); ++r)
        if (times[r] == kNoTime) times[r] = times[r - 1] + step;
    std::string where;
    for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 5); ++i)
        where += (where.empty() ? "" : ", ") + std::to_string(lines[i]);
    if (lines.size() > 5) where += ", ...";
    warnings.push_back(
        {lines.front(),
         areHours25
             ? Phrase{GATELAB_TEXT("Reading",
                                   "%1 rows have the hour 25: the day on which the clocks are set back has 25 hours. "
                                   "They stay behind hour 24, and the first hour of the next day has the same time: "
                                   "lines %2"),
                      {missing, where}}
         : areHoursTwice
             ? Phrase{GATELAB_TEXT("Reading",
                                   "%1 rows are of the hour that comes twice on the day on which the clocks are set "
                                   "back, as '3A' and '3B', and have its time: lines %2"),
                      {missing, where}}
             : Phrase{GATELAB_TEXT("Reading",
                                   "%1 rows have no readable time; theirs was continued from the row before: lines %2"),
                      {missing, where}}});
}

/// Days of 46 or 50 half hours, of 92 or 100 quarters.
void warnOfChangedClocks(const std::vector<std::int64_t>& times, const TableScan& scan, const TimePlan& plan,
                         std::vector<ReadWarning>& warnings) {
    if (std::ranges::find(plan.parts, TimePart::Period, &PartColumn::part) == plan.parts.end()) return;
    const auto days = PartTimes(scan, plan).changedDays(times);
    if (days.empty()) return;
    warnings.push_back({scan.lineOf(static_cast<std::int64_t>(days.front().begin)),
                        counted(std::ssize(days),
                                GATELAB_TEXT("Reading",
                                             "a day has an hour more or less, as the clocks are changed on it: its "
                                             "periods were given the time of the clock, changed at 1:00 where days "
                                             "have 48 periods (Great Britain), else at 2:00. Write the times in UTC if "
                                             "that is wrong"),
                                GATELAB_TEXT("Reading",
                                             "%1 days have an hour more or less, as the clocks are changed on them: "
                                             "their periods were given the time of the clock, changed at 1:00 where "
                                             "days have 48 periods (Great Britain), else at 2:00. Write the times in "
                                             "UTC if that is wrong"))});
}

/// Where the year or the date of most rows stands further up.
void warnOfFilled(const TableScan& scan, const TimePlan& plan, std::vector<ReadWarning>& warnings) {
    std::int64_t most = 0;
    for (const std::size_t c : plan.columns) most = std::max(most, scan.evidence[c].empty);
    if (plan.fillsDown && most > 0)
        warnings.push_back({-1,
                            {GATELAB_TEXT("Reading",
                                          "the date or the year of %1 rows stands in a row above them, as merged cells "
                                          "are written, and was taken to go on down to the next one. If these rows "
                                          "have no time, choose time column 'none'"),
                             {most}}});
}

void warnOfIntervals(const TableScan& scan, const TimePlan& plan, std::vector<ReadWarning>& warnings) {
    if (std::ranges::any_of(plan.columns, [&](std::size_t c) { return scan.evidence[c].intervals > 0; }))
        warnings.push_back(
            {-1, GATELAB_TEXT("Reading", "the cells of the time hold a start and an end; the start was taken")});
}

/// A format that changes in the file, or that is not the chosen one.
void warnOfPlainDates(const TableScan& scan, const TimePlan& plan, std::vector<ReadWarning>& warnings) {
    std::int64_t plain = 0;
    const bool isChosen = !plan.format.empty();
    const bool isOther = isChosen ? !plan.format.starts_with("%Y") : plan.order != DateOrder::YearFirst;
    if (plan.mode == Mode::Text && isOther)
        for (const std::size_t c : plan.columns)
            plain += isChosen ? scan.evidence[c].datesWithYearFirst() : scan.evidence[c].plainDates();
    if (plain == 0) return;
    warnings.push_back(
        {-1, isChosen ? Phrase{GATELAB_TEXT("Reading",
                                            "%1 dates have the year in front and do not fit the time format '%2': "
                                            "they were read as they stand"),
                               {plain, plan.format}}
                      : Phrase{GATELAB_TEXT("Reading",
                                            "%1 dates are written otherwise than the first ones, with the year in "
                                            "front, and were read as they stand"),
                               {plain}}});
}

/// Numbers that go on while the microseconds that they come to stand still: 1e-7 s from row to row.
bool standStillWhenRounded(const std::vector<std::int64_t>& times, const std::vector<double>& values) {
    std::int64_t changes = 0, still = 0;
    for (std::size_t r = 1; r < std::min(times.size(), values.size()); ++r) {
        if (!(std::abs(values[r] - values[r - 1]) > 0)) continue;
        ++changes, still += times[r] == times[r - 1] ? 1 : 0;
    }
    return still * 4 > changes;
}

/// Digits below a microsecond are cut, and said so. Steps below one are none then: the rows are counted. Whether the
/// times can stay.
bool keepsFiner(const std::vector<std::int64_t>& times, const TableScan& scan, const TimePlan& plan,
                std::vector<ReadWarning>& warnings) {
    std::int64_t finer = 0;
    for (const std::size_t c : plan.columns) finer += scan.evidence[c].finer;
    const bool isNumber = plan.mode == Mode::Relative || plan.mode == Mode::Epoch || plan.mode == Mode::Serial;
    const bool isTooFine = isNumber && standStillWhenRounded(times, scan.values[plan.columns.front()]);
    if (!isTooFine && (plan.mode != Mode::Text || finer == 0)) return true;
    const bool keeps = !isTooFine && !standStillWhenCut(times);
    warnings.push_back({-1, keeps ? Phrase{GATELAB_TEXT("Reading",
                                                        "%1 times have digits below a microsecond, which is the finest "
                                                        "that is kept: these were cut"),
                                           {finer}}
                                  : GATELAB_TEXT("Reading",
                                                 "the times lie less than a microsecond apart, which is the finest "
                                                 "that is kept: the rows are counted")});
    return keeps;
}

/// Outside 1900 to 2100 dates are those of history, or of another calendar, unit or epoch.
void warnOfYears(const std::vector<std::int64_t>& times, std::vector<ReadWarning>& warnings) {
    using namespace std::chrono;
    const auto yearOf = [](std::int64_t micros) {
        return static_cast<int>(year_month_day(floor<days>(sys_time<microseconds>{microseconds(micros)})).year());
    };
    const auto [first, last] = std::ranges::minmax(times);
    if (yearOf(first) >= 1900 && yearOf(last) <= 2100) return;
    warnings.push_back({-1,
                        {GATELAB_TEXT("Reading",
                                      "the times lie between the years %1 and %2: unless the data are that old, they "
                                      "are of another calendar (Persian, Buddhist, ...), unit or epoch, and days and "
                                      "months may be counted wrongly"),
                         {yearOf(first), yearOf(last)}}});
}

/// Times of day without a date: a new day begins where the clock starts over. A row that was moved falls back, too, but
/// the rows after it do not.
void countDays(std::vector<std::int64_t>& times, std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kLookedAt = 3;
    const auto day = static_cast<std::int64_t>(kDay);
    std::int64_t days = 0, unsure = 0, firstUnsure = -1, moved = 0, firstMoved = -1;
    std::vector<std::int64_t> counted = times;
    for (std::size_t r = 1; r < times.size(); ++r) {
        if (const std::int64_t fall = times[r - 1] - times[r]; fall > 0) {
            const std::size_t end = std::min(times.size(), r + 1 + kLookedAt);
            const auto after = [&](auto is) {
                return std::any_of(times.begin() + static_cast<std::ptrdiff_t>(r) + 1,
                                   times.begin() + static_cast<std::ptrdiff_t>(end), is);
            };
            const bool returns = after([&](std::int64_t time) { return time >= times[r - 1]; });
            const bool isNewDay = fall * 2 > day || (!returns && r + 1 < times.size());
            if (isNewDay) days += day;
            if (!isNewDay && moved++ == 0) firstMoved = static_cast<std::int64_t>(r);
            if (isNewDay && fall * 2 <= day && unsure++ == 0) firstUnsure = static_cast<std::int64_t>(r);
        }
        counted[r] = times[r] + days;
    }
    times = std::move(counted);
    if (moved > 0)
        warnings.push_back({-1,
                            {GATELAB_TEXT("Reading",
                                          "the clock goes back in %1 places without a new day, first before row %2: "
                                          "rows were moved; sort the file by time"),
                             {moved, firstMoved + 1}}});
    if (unsure > 0)
        warnings.push_back({-1,
                            {GATELAB_TEXT("Reading",
                                          "the clock goes back by less than half a day in %1 places, first before row "
                                          "%2; a new day was counted there. Add the date to the file if that is wrong"),
                             {unsure, firstUnsure + 1}}});
}

}  // namespace

std::int64_t stampMicros(double value) {
    if (!(value >= 1e9 && value < 3e13) || value != std::floor(value)) return kNoTime;
    auto number = static_cast<std::int64_t>(value);
    std::int64_t seconds = 0;
    if (number >= INT64_C(10'000'000'000'000)) seconds = number % 100, number /= 100;
    if (number >= INT64_C(100'000'000'000)) seconds += number % 100 * 60, number /= 100;
    if (number >= INT64_C(10'000'000'000) || seconds >= 3600) return kNoTime;
    const std::int64_t hour = number % 100, day = number / 100;
    const int year = static_cast<int>(day / 10'000);
    const auto start = hour <= 24 && year >= 1900 && year <= 2100
                           ? dayMicros(year, static_cast<int>(day / 100 % 100), static_cast<int>(day % 100))
                           : std::nullopt;
    return start ? *start + (hour * 3600 + seconds) * 1'000'000 : kNoTime;
}

std::int64_t shortStampMicros(double value) {
    constexpr double kShortest = 1e8, kLongest = 1e12;
    if (!(value >= kShortest && value < kLongest) || value != std::floor(value)) return kNoTime;
    auto number = static_cast<std::int64_t>(value);
    std::int64_t second = 0;
    if (number >= INT64_C(10'000'000'000)) second = number % 100, number /= 100;
    const std::int64_t minute = number % 100, hour = number / 100 % 100, date = number / 10'000;
    const int year = static_cast<int>(date / 10'000);
    const auto start = second < 60 && minute < 60 && hour < 24
                           ? dayMicros(year < 69 ? 2000 + year : 1900 + year, static_cast<int>(date / 100 % 100),
                                       static_cast<int>(date % 100))
                           : std::nullopt;
    return start ? *start + ((hour * 60 + minute) * 60 + second) * 1'000'000 : kNoTime;
}

bool countsFromUtc(const TableScan& scan, const TimePlan& plan) {
    if (plan.mode == Mode::Epoch) return true;
    if (plan.mode != Mode::Text) return false;
    if (!plan.format.empty())
        return plan.format.find("%z") != std::string::npos || plan.format.find("%s") != std::string::npos;
    return std::ranges::any_of(plan.columns, [&](std::size_t c) {
        const auto look = sniffTime(scan.evidence[c].sample);
        return look && look->offsetMinutes.has_value();
    });
}

std::vector<std::int64_t> readTimes(const TableScan& scan, const TimePlan& plan) {
    std::vector<std::int64_t> times;
    const auto rows = static_cast<std::size_t>(scan.rows);
    const bool kept = std::ranges::all_of(plan.columns, [&](std::size_t c) {
        return plan.isText(c) ? scan.times.size() == rows : scan.values[c].size() == rows || partOfWords(scan, c);
    });
    if (plan.mode == Mode::None || !kept) return times;
    if (plan.mode == Mode::Text)
        times = scan.times;
    else
        times.resize(rows);
    if (plan.mode == Mode::Text && plan.fillsDown)
        for (std::size_t r = 1; r < rows; ++r)
            if (times[r] == kNoTime) times[r] = times[r - 1];
    if (plan.mode == Mode::Text && plan.parts.empty()) return times;
    if (plan.mode == Mode::Text || plan.mode == Mode::Parts) {
        PartTimes parts(scan, plan);
        for (std::size_t r = 0; r < rows; ++r) {
            const std::int64_t part = parts.at(r);
            times[r] = part == kNoTime || times[r] == kNoTime ? kNoTime : times[r] + part;
        }
        parts.changeClocks(times);
    } else {
        const std::vector<double>& values = scan.values[plan.columns.front()];
        for (std::size_t r = 0; r < rows; ++r) times[r] = fromNumber(plan, values[r]);
        if (plan.mode != Mode::Epoch) mendRounded(values, plan.microsPerUnit, times);
    }
    return times;
}

const std::vector<std::int64_t>& csv_time::timesOf(const TableScan& scan, const TimePlan& plan,
                                                   std::vector<std::int64_t>& made) {
    const bool isAsRead = plan.mode == Mode::Text && plan.parts.empty() && !plan.fillsDown;
    if (isAsRead && std::ssize(scan.times) == scan.rows) return scan.times;
    return made = readTimes(scan, plan);
}

std::vector<std::int64_t> takeTimes(TableScan& scan, const TimePlan& plan) {
    std::vector<std::int64_t> made;
    if (&csv_time::timesOf(scan, plan, made) == &scan.times) return std::exchange(scan.times, {});
    return made;
}

std::vector<std::int64_t> makeTimes(std::vector<std::int64_t> times, const TableScan& scan, const TimePlan& plan,
                                    const std::string& timeZone, std::vector<ReadWarning>& warnings) {
    if (plan.mode == Mode::None) return {};
    if (std::all_of(times.begin(), times.end(), [](std::int64_t time) { return time == kNoTime; })) {
        if (!plan.format.empty())
            warnings.push_back({-1,
                                {GATELAB_TEXT("Reading",
                                              "no time can be read with the format '%1', so the rows are counted; "
                                              "choose another format, or auto"),
                                 {plan.format}}});
        else
            warnings.push_back({-1,
                                {GATELAB_TEXT("Reading",
                                              "no time can be made of the time column (%1), so the rows are counted; "
                                              "choose another column, or its time format"),
                                 {plan.shown}}});
        return {};
    }
    if (!keepsFiner(times, scan, plan, warnings)) return {};
    warnOfChangedClocks(times, scan, plan, warnings);
    mendTimes(times, scan, plan, warnings);
    if (plan.clockOnly) countDays(times, warnings);
    warnOfFilled(scan, plan, warnings);
    warnOfIntervals(scan, plan, warnings);
    warnOfPlainDates(scan, plan, warnings);
    if (!plan.clockOnly && plan.mode != Mode::Relative) warnOfYears(times, warnings);
    const bool asked = !isGuessed(timeZone);
    const auto zone = asked ? zoneMinutes(timeZone) : std::nullopt;
    if (asked && !zone)
        warnings.push_back(
            {-1,
             {GATELAB_TEXT(
                  "Reading",
                  "'%1' is no time zone, so the times were left as they are; write it as an offset such as +08:00"),
              {timeZone}}});
    if (zone && countsFromUtc(scan, plan))
        for (std::int64_t& time : times) time += *zone * INT64_C(60'000'000);
    return times;
}

}  // namespace gatelab
