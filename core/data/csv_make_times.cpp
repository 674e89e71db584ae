// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv_columns.h"

#include <algorithm>
#include <cmath>

namespace gatelab {
namespace {

using Mode = TimePlan::Mode;

constexpr double kDay = 86'400e6;
constexpr double kSpreadsheetEpochDays = -25569;  // 1899-12-30 in days from 1970-01-01

std::int64_t fromNumber(const TimePlan& plan, double value) {
    if (!std::isfinite(value)) return kNoTime;
    const auto number = static_cast<std::int64_t>(std::clamp(value, -9e15, 9e15));
    double micros = value * plan.microsPerUnit;
    if (plan.mode == Mode::Year) return dayMicros(static_cast<int>(std::clamp<std::int64_t>(number, 0, 10000)), 1, 1).value_or(kNoTime);
    if (plan.mode == Mode::Compact)
        return dayMicros(static_cast<int>(std::clamp<std::int64_t>(number / 10'000, 0, 10000)), static_cast<int>(std::abs(number / 100 % 100)),
                         static_cast<int>(std::abs(number % 100)))
            .value_or(kNoTime);
    // Spreadsheets count in days; a second is 1.2e-5 of them, so the last digits are noise: rounded to milliseconds.
    if (plan.mode == Mode::Serial) micros = std::round((value + kSpreadsheetEpochDays) * kDay / 1e3) * 1e3;
    return std::abs(micros) < 9e18 ? std::llround(micros) : kNoTime;
}

/// The start of a day and a clock time such as 1430.
std::int64_t fromCompact(std::int64_t day, double clock) {
    if (day == kNoTime || !std::isfinite(clock)) return kNoTime;
    const auto number = static_cast<std::int64_t>(clock);
    const std::int64_t hour = number / 100, minute = number % 100;
    return minute < 60 ? day + (hour * 60 + minute) * INT64_C(60'000'000) : kNoTime;
}

std::int64_t fromCalendar(const TableScan& scan, const TimePlan& plan, std::size_t row) {
    std::array<int, 6> parts = {1970, 1, 1, 0, 0, 0};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (plan.calendar[i] < 0) continue;
        const double value = scan.values[static_cast<std::size_t>(plan.calendar[i])][row];
        if (!std::isfinite(value)) return kNoTime;
        parts[i] = static_cast<int>(std::clamp(value, 0.0, 1e6));
    }
    const auto day = dayMicros(parts[0], parts[1], parts[2]);
    return day ? *day + ((parts[3] * INT64_C(60) + parts[4]) * 60 + parts[5]) * 1'000'000 : kNoTime;
}

/// Rows without a time go on from the row before by the usual step; leading ones go back from the first known one.
void mendTimes(std::vector<std::int64_t>& times, const std::vector<std::int64_t>& lines, std::vector<ReadWarning>& warnings) {
    std::vector<std::int64_t> known;
    for (const std::int64_t time : times)
        if (time != kNoTime) known.push_back(time);
    const std::size_t missing = times.size() - known.size();
    if (missing == 0) return;
    const std::int64_t step = mostFrequentStep(known);
    const auto first = static_cast<std::size_t>(std::find_if(times.begin(), times.end(), [](std::int64_t time) { return time != kNoTime; }) - times.begin());
    for (std::size_t r = first; r-- > 0;) times[r] = times[r + 1] - step;
    for (std::size_t r = first + 1; r < times.size(); ++r)
        if (times[r] == kNoTime) times[r] = times[r - 1] + step;
    std::string where;
    for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 5); ++i) where += (where.empty() ? "" : ", ") + std::to_string(lines[i]);
    if (lines.size() > 5) where += ", ...";
    if (lines.empty())
        warnings.push_back({-1, {GATELAB_TEXT("Reading", "%1 rows have no readable time; theirs was continued from the row before"), {missing}}});
    else
        warnings.push_back(
            {lines.front(), {GATELAB_TEXT("Reading", "%1 rows have no readable time; theirs was continued from the row before: lines %2"), {missing, where}}});
}

/// Times of day without a date: a new day begins where the clock starts over. A row that was moved falls back, too, but the rows after it do not.
void countDays(std::vector<std::int64_t>& times, std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kLookedAt = 3;
    const auto day = static_cast<std::int64_t>(kDay);
    std::int64_t days = 0, unsure = 0, firstUnsure = -1, moved = 0, firstMoved = -1;
    std::vector<std::int64_t> counted = times;
    for (std::size_t r = 1; r < times.size(); ++r) {
        if (const std::int64_t fall = times[r - 1] - times[r]; fall > 0) {
            const std::size_t end = std::min(times.size(), r + 1 + kLookedAt);
            const auto after = [&](auto is) { return std::any_of(times.begin() + static_cast<std::ptrdiff_t>(r) + 1, times.begin() + static_cast<std::ptrdiff_t>(end), is); };
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
        warnings.push_back({-1, {GATELAB_TEXT("Reading", "the clock goes back in %1 places without a new day, first before row %2: rows were moved; sort the file by time"), {moved, firstMoved + 1}}});
    if (unsure > 0)
        warnings.push_back({-1, {GATELAB_TEXT("Reading", "the clock goes back by less than half a day in %1 places, first before row %2; a new day was counted there. Add the date to the file if that is wrong"), {unsure, firstUnsure + 1}}});
}

}  // namespace

bool countsFromUtc(const TableScan& scan, const TimePlan& plan) {
    if (plan.mode == Mode::Epoch) return true;
    if (plan.mode != Mode::Text) return false;
    if (!plan.format.empty()) return plan.format.find("%z") != std::string::npos || plan.format.find("%s") != std::string::npos;
    return std::ranges::any_of(plan.columns, [&](std::size_t c) {
        const auto look = lookAtTime(scan.evidence[c].sample);
        return look && look->offsetMinutes.has_value();
    });
}

std::vector<std::int64_t> makeTimes(const TableScan& scan, const TimePlan& plan, const std::string& timeZone, std::vector<ReadWarning>& warnings) {
    if (plan.mode == Mode::None) return {};
    std::vector<std::int64_t> times;
    if (plan.mode == Mode::Text)
        times = scan.times;
    else
        for (std::size_t r = 0; r < static_cast<std::size_t>(scan.rows); ++r)
            if (plan.mode == Mode::Compact && plan.columns.size() == 2)
                times.push_back(fromCompact(fromNumber(plan, scan.values[plan.columns[0]][r]), scan.values[plan.columns[1]][r]));
            else
                times.push_back(plan.mode == Mode::Calendar ? fromCalendar(scan, plan, r) : fromNumber(plan, scan.values[plan.columns.front()][r]));
    if (std::all_of(times.begin(), times.end(), [](std::int64_t time) { return time == kNoTime; })) {
        if (!plan.format.empty())
            warnings.push_back({-1, {GATELAB_TEXT("Reading", "no time can be read with the format '%1', so the rows are counted; choose another format, or auto"), {plan.format}}});
        return {};
    }
    mendTimes(times, scan.lines, warnings);
    if (plan.clockOnly) countDays(times, warnings);
    const bool asked = timeZone != "auto";
    const auto zone = asked ? zoneMinutes(timeZone) : std::nullopt;
    if (asked && !zone)
        warnings.push_back({-1, {GATELAB_TEXT("Reading", "'%1' is no time zone, so the times were left as they are; write it as an offset such as +08:00"), {timeZone}}});
    if (zone && countsFromUtc(scan, plan))
        for (std::int64_t& time : times) time += *zone * INT64_C(60'000'000);
    return times;
}

}  // namespace gatelab
