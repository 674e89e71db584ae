// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/clock_change.h"

#include <chrono>

namespace gatelab {
namespace {

using namespace std::chrono;

constexpr std::int64_t kHour = INT64_C(3'600'000'000), kDay = 24 * kHour;

struct Night {
    int year = 0;
    unsigned month = 0, day = 0, lastDay = 31;
    std::int64_t ofDay = 0;  ///< microseconds
    bool isSunday = false;
    [[nodiscard]] bool isNumber(unsigned number) const { return (day - 1) / 7 + 1 == number; }
    [[nodiscard]] bool isLast() const { return day + 7 > lastDay; }
};

Night nightOf(std::int64_t micros) {
    const sys_time<microseconds> time{microseconds(micros)};
    const auto days = floor<std::chrono::days>(time);
    const year_month_day date{days};
    Night night;
    night.year = static_cast<int>(date.year());
    night.month = static_cast<unsigned>(date.month()), night.day = static_cast<unsigned>(date.day());
    night.lastDay = static_cast<unsigned>(year_month_day_last(date.year(), month_day_last(date.month())).day());
    night.ofDay = (time - days).count();
    night.isSunday = weekday(days) == Sunday;
    return night;
}

bool isOfBack(const Night& night) {
    if (!night.isSunday) return false;
    return (night.month == 10 && night.isLast()) || (night.month == 11 && night.isNumber(1)) ||
           (night.month == 4 && night.isNumber(1));
}

bool isOfForward(const Night& night) {
    constexpr int kLastOldYear = 2006;
    if (!night.isSunday) return false;
    return (night.month == 3 && (night.isLast() || night.isNumber(2))) || (night.month == 10 && night.isNumber(1)) ||
           (night.month == 9 && night.isLast()) ||
           (night.month == 4 && night.isNumber(1) && night.year <= kLastOldYear);
}

/// Whether the clock was set back between two neighbouring rows: from `before` to `after`, microseconds, the hour
/// before or the same time once more.
bool isSetBack(std::int64_t before, std::int64_t after) {
    constexpr std::int64_t kLatest = 4 * kHour;
    if (after > before || before - after > kHour) return false;
    const Night night = nightOf(after);
    return isOfBack(night) && night.ofDay <= kLatest;
}

}  // namespace

bool isSetForward(std::int64_t before, std::int64_t after, std::int64_t step) {
    constexpr std::int64_t kEarliest = kHour, kLatest = 5 * kHour;
    if (step <= 0 || step > kHour || after - before != step + kHour) return false;
    const Night night = nightOf(after);
    return isOfForward(night) && night.ofDay >= kEarliest && night.ofDay <= kLatest;
}

ClockChanges clockChanges(std::span<const std::int64_t> times, std::int64_t step) {
    constexpr std::int64_t kYear = 365 * kDay;
    ClockChanges changes;
    if (times.size() < 2) return changes;
    for (std::size_t r = 1; r < times.size(); ++r) {
        const auto row = static_cast<std::int64_t>(r);
        if (times[r] <= times[r - 1]) {
            if (isSetBack(times[r - 1], times[r])) {
                if (changes.back++ == 0) changes.firstBack = row;
            } else {
                (times[r] < times[r - 1] ? changes.otherFalls : changes.otherRepeats) += 1;
            }
        } else if (isSetForward(times[r - 1], times[r], step)) {
            if (changes.forward++ == 0) changes.firstForward = row;
        }
    }
    const std::int64_t most = (times.back() - times.front()) / kYear + 1;
    if (step > kHour || changes.back > most) {
        changes.otherRepeats += changes.back;
        changes.back = 0, changes.firstBack = -1;
    }
    if (changes.forward > most) changes.forward = 0, changes.firstForward = -1;
    return changes;
}

}  // namespace gatelab
