// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/time/part_times.h"

#include "data/csv/time/row_times.h"
#include "data/csv/time/times.h"
#include "data/csv/time/word_parts.h"
#include "data/time_limits.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace gatelab {
namespace {

constexpr double kDay = 86'400e6;
constexpr std::int64_t kNoSeconds = -10'000'000;

/// Weeks before each year, told by the weeks that the file itself has: ISO 8601, the CDC and others disagree on which
/// years have 53.
std::map<int, std::int64_t> countWeeks(const std::vector<double>& years, const std::vector<double>& weeksOfYears) {
    std::map<int, std::int64_t> most, before;
    for (std::size_t r = 0; r < years.size(); ++r) {
        const double y = years[r], w = weeksOfYears[r];
        if (!(y >= 1 && y <= 9999 && w >= 1 && w <= 53)) continue;
        std::int64_t& longest = most.try_emplace(static_cast<int>(y), 52).first->second;
        longest = std::max(longest, static_cast<std::int64_t>(w));
    }
    std::int64_t weeks = 0;
    int last = most.empty() ? 0 : most.begin()->first;
    for (const auto& [number, longest] : most) {
        weeks += std::int64_t{52} * std::max(0, number - last - 1);
        before[number] = weeks;
        weeks += longest, last = number;
    }
    return before;
}

/// Midnight of the Monday of week 1 (ISO 8601: the week of 4 January).
std::int64_t firstMonday(int year) {
    const std::int64_t fourth = dayMicros(year, 1, 4).value_or(0), day = static_cast<std::int64_t>(kDay);
    const std::int64_t number = fourth >= 0 ? fourth / day : (fourth - day + 1) / day;
    return fourth - ((number + 3) % 7 + 7) % 7 * day;  // 1970-01-01 was a Thursday
}

/// What is missing goes on from above, as below merged cells.
void fillDown(std::vector<double>& values) {
    double above = std::nan("");
    for (double& value : values) value = above = std::isnan(value) ? above : value;
}

/// Years with a fraction lie a month, a quarter, ... apart: the steps that are told as what they are.
std::int64_t stepsPerYear(const std::vector<double>& values) {
    std::vector<double> steps;
    for (std::size_t r = 1; r < values.size(); ++r)
        if (const double step = std::abs(values[r] - values[r - 1]); step > 0) steps.push_back(step);
    if (steps.empty()) return 0;
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    for (const std::int64_t perYear : {1, 2, 4, 12})
        if (std::abs(*middle * static_cast<double>(perYear) - 1) < 0.05) return perYear;
    return 0;
}

/// The start of the month, quarter, ... in which the fraction of the year lies; else the day.
std::int64_t yearFractionMicros(double value, std::int64_t perYear) {
    constexpr double kRounded = 0.01;  // 0.0833 of a year is February
    if (!(value >= 1 && value < 9999)) return kNoTime;
    const int year = static_cast<int>(value);
    const double part = value - year;
    const auto begin = dayMicros(year, 1, 1), end = dayMicros(year + 1, 1, 1);
    if (!begin || !end) return kNoTime;
    if (perYear > 0) {
        const auto place = static_cast<int>(part * static_cast<double>(perYear) + kRounded);
        return dayMicros(year, place * 12 / static_cast<int>(perYear) + 1, 1).value_or(*end);
    }
    return *begin + static_cast<std::int64_t>(std::round(part * static_cast<double>(*end - *begin) / kDay) * kDay);
}

/// A Sunday on which clocks are changed somewhere: the first one of April, October or November, the second one of
/// March, the last one of March, September or October. A day of another Sunday merely lacks rows.
bool areClocksChanged(std::int64_t micros) {
    using namespace std::chrono;
    if (micros == kNoTime) return false;
    const sys_days day = floor<days>(sys_time<microseconds>{microseconds(micros)});
    if (weekday(day) != Sunday) return false;
    const year_month_day date(day);
    const auto month = static_cast<unsigned>(date.month()), number = static_cast<unsigned>(date.day());
    const bool isFirst = number <= 7, isSecond = number > 7 && number <= 14;
    const bool isLast = year_month_day(day + days(7)).month() != date.month();
    return (isFirst && (month == 4 || month == 10 || month == 11)) || (isSecond && month == 3) ||
           (isLast && (month == 3 || month == 9 || month == 10));
}

std::int64_t pointClockSeconds(int hours, std::int64_t minutes) {
    return minutes < 60 && hours * 100 + minutes <= 2400 ? hours * std::int64_t{3600} + minutes * 60 : kNoSeconds;
}

std::int64_t longClockSeconds(int number) {
    const bool isClock = number % 100 < 60 && number / 100 % 100 < 60 && number <= 240'000;
    return isClock ? (number / 10'000 * 60 + number / 100 % 100) * 60 + number % 100 : kNoSeconds;
}

}  // namespace

PartTimes::DayPeriods PartTimes::dayPeriods(const ColumnEvidence& e) {
    DayPeriods periods{0, e.low < 1 ? 0 : 1};
    const double count = e.high - static_cast<double>(periods.first) + 1;
    for (const std::int64_t perDay : {24, 48, 96, 144, 288}) {
        const auto all = static_cast<double>(perDay);
        if (count >= all && count <= all * 25 / 24) periods.perDay = perDay;
    }
    return periods;
}

PartTimes::PartTimes(const TableScan& scan, const TimePlan& plan) : plan_(plan) {
    const bool isDated = plan.mode == TimePlan::Mode::Text;
    for (const PartColumn& part : plan.parts) {
        const bool isWord = scan.values[part.column].empty();
        // The finest part stands in every row.
        const bool isFilled = plan.fillsDown && !isDated && &part != &plan.parts.back();
        if (isWord || isFilled)
            own_[part.column] = isWord ? numbersOfWords(scan, part.column) : scan.values[part.column];
        if (isFilled) fillDown(own_[part.column]);
        values_.push_back(isWord || isFilled ? &own_[part.column] : &scan.values[part.column]);
    }
    const auto of = [&](TimePart wanted) {
        const auto part = std::ranges::find(plan.parts, wanted, &PartColumn::part);
        return part == plan.parts.end() ? nullptr : values_[static_cast<std::size_t>(part - plan.parts.begin())];
    };
    if (const auto* year = of(TimePart::Year), *week = of(TimePart::Week); year != nullptr && week != nullptr)
        weeks_ = countWeeks(*year, *week);
    for (const auto& [part, column] : plan.parts) {
        if (part == TimePart::Period) periods_ = dayPeriods(scan.evidence[column]);
        if (part == TimePart::YearFraction) perYear_ = stepsPerYear(scan.values[column]);
    }
    static constexpr TimePart kOfDays[] = {TimePart::Year, TimePart::YearMonth, TimePart::Date};
    hasDate_ = plan.assumedYear > 0 || std::ranges::any_of(kOfDays, [&](TimePart part) {
                   return std::ranges::find(plan.parts, part, &PartColumn::part) != plan.parts.end();
               });
    assumedYear_ = plan.assumedYear;
}

void PartTimes::takeDay(TimePart part, double value, Moment& moment) {
    const int number = static_cast<int>(value);
    switch (part) {
        // As POSIX strptime
        case TimePart::Year:
            moment.year = number >= 100 ? number : number < 69 ? 2000 + number : 1900 + number;
            break;
        case TimePart::Quarter:
            moment.month = number >= 1 && number <= 4 ? 3 * number - 2 : 0;
            break;
        case TimePart::Month:
            moment.month = number;
            break;
        case TimePart::Week:
            moment.week = number >= 1 && number <= 53 ? number : -1;
            break;
        case TimePart::YearDay:
        case TimePart::Weekday:
            moment.days = number - 1;
            break;
        case TimePart::Day:
            moment.day = number;
            break;
        case TimePart::YearMonth:
            moment.year = number / 100, moment.month = number % 100;
            break;
        case TimePart::Date:
            moment.year = number / 10'000, moment.month = number / 100 % 100, moment.day = number % 100;
            break;
        case TimePart::MonthOfYear:
            moment.year = number, moment.month = static_cast<int>(std::lround((value - number) * 100));
            break;
        default:
            break;
    }
}

void PartTimes::takeClock(TimePart part, double value, Moment& moment) const {
    const int number = static_cast<int>(value);
    switch (part) {
        case TimePart::Period:
            moment.seconds += periods_.perDay > 0 ? (number - periods_.first) * (86'400 / periods_.perDay) : kNoSeconds;
            break;
        case TimePart::Hour:
            moment.seconds += number <= 24 ? number * 3600 : kNoSeconds;
            break;
        case TimePart::Minute:
            moment.seconds += number < 60 ? number * 60 : kNoSeconds;
            break;
        case TimePart::Second:
            moment.seconds += number <= 60 ? number : kNoSeconds;
            break;
        case TimePart::Clock:
            moment.seconds +=
                number % 100 < 60 && number <= 2400 ? (number / 100 * 60 + number % 100) * 60 : kNoSeconds;
            break;
        case TimePart::PointClock:
            moment.seconds += pointClockSeconds(number, std::lround((value - number) * 100));
            break;
        case TimePart::LongClock:
            moment.seconds += longClockSeconds(number);
            break;
        default:
            break;
    }
}

std::int64_t PartTimes::at(std::size_t row) {
    Moment moment;
    for (std::size_t i = 0; i < plan_.parts.size(); ++i) {
        const TimePart part = plan_.parts[i].part;
        const double value = (*values_[i])[row];
        if (part == TimePart::Stamp) return stampMicros(value);
        if (part == TimePart::ShortStamp) return shortStampMicros(value);
        if (part == TimePart::YearFraction) return yearFractionMicros(value, perYear_);
        if (!(value >= 0 && value < 1e8)) return kNoTime;
        takeDay(part, value, moment);
        takeClock(part, value, moment);
    }
    return microsOf(moment);
}

std::vector<PartTimes::ChangedDay> PartTimes::changedDays(const std::vector<std::int64_t>& times) const {
    std::vector<ChangedDay> days;
    const auto part = std::ranges::find(plan_.parts, TimePart::Period, &PartColumn::part);
    if (part == plan_.parts.end() || periods_.perDay == 0) return days;
    const std::vector<double>& numbers = *values_[static_cast<std::size_t>(part - plan_.parts.begin())];
    const std::size_t rows = std::min(times.size(), numbers.size());
    for (std::size_t begin = 0, end = 0; begin < rows; begin = end) {
        for (end = begin + 1; end < rows && numbers[end] == numbers[end - 1] + 1;) ++end;
        const auto more = static_cast<std::int64_t>(end - begin) - periods_.perDay;
        // The last day may be one that is not over.
        const bool isChanged = more == periods_.perDay / 24 || (more == -periods_.perDay / 24 && end < rows);
        if (isChanged && numbers[begin] == static_cast<double>(periods_.first) && areClocksChanged(times[begin]))
            days.push_back({begin, end - begin, more > 0});
    }
    return days;
}

void PartTimes::changeClocks(std::vector<std::int64_t>& times) const {
    constexpr std::int64_t kHour = 3'600'000'000, kHalfHours = 48;
    const std::int64_t from = periods_.perDay == kHalfHours ? 1 : 2;
    for (const ChangedDay& day : changedDays(times)) {
        const std::int64_t behind = (day.isLonger ? from + 1 : from) * (periods_.perDay / 24);
        for (std::size_t k = static_cast<std::size_t>(behind); k < day.rows; ++k)
            if (std::int64_t& time = times[day.begin + k]; time != kNoTime) time += day.isLonger ? -kHour : kHour;
    }
}

std::int64_t PartTimes::microsOf(Moment moment) {
    constexpr std::int64_t kSecond = 1'000'000;
    if (moment.seconds < 0 || moment.days < 0 || moment.days > 365 || moment.week < 0) return kNoTime;
    if (assumedYear_ > 0) {
        if (moment.month < 1 || moment.month > 12) return kNoTime;
        assumedYear_ += moment.month + 6 < lastMonth_ ? 1 : 0;
        lastMonth_ = moment.month, moment.year = assumedYear_;
    }
    if (plan_.mode == TimePlan::Mode::Text && !hasDate_) return moment.seconds * kSecond;
    if (moment.week > 0) {
        const auto before = weeks_.find(moment.year);
        return before == weeks_.end()
                   ? kNoTime
                   : firstMonday(weeks_.begin()->first) +
                         ((before->second + moment.week - 1) * 7 + moment.days) * static_cast<std::int64_t>(kDay);
    }
    const auto start = dayMicros(moment.year, moment.month, moment.day);
    return start ? *start + moment.days * static_cast<std::int64_t>(kDay) + moment.seconds * kSecond : kNoTime;
}

}  // namespace gatelab
