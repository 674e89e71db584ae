// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/time/times.h"

#include "data/csv/numbers.h"
#include "data/time_scanner.h"

#include <algorithm>
#include <chrono>

namespace gatelab {
namespace {

using time_text::Scanner;

/// The three numbers of a date under an order, or nothing when there is no such day.
std::optional<std::int64_t> dateMicros(const TimeSniff& look, DateOrder order) {
    const auto& n = look.numbers;
    const bool noDay = look.lengths[2] == 0;
    int year = 0, month = 0, day = 1, yearDigits = 0;
    if (noDay) {
        const bool yearFirst = look.lengths[0] == 4 || (look.namedMonth == 1 && look.lengths[1] != 4);
        year = yearFirst ? n[0] : n[1], month = yearFirst ? n[1] : n[0];
        yearDigits = yearFirst ? look.lengths[0] : look.lengths[1];
        if (order != DateOrder::YearFirst) return std::nullopt;
    } else if (order == DateOrder::YearFirst)
        year = n[0], month = n[1], day = n[2], yearDigits = look.lengths[0];
    else if (order == DateOrder::DayFirst)
        day = n[0], month = n[1], year = n[2], yearDigits = look.lengths[2];
    else
        month = n[0], day = n[1], year = n[2], yearDigits = look.lengths[2];
    if (yearDigits != 4 && yearDigits != 2) return std::nullopt;
    if (yearDigits == 2) year += year < 69 ? 2000 : 1900;  // as POSIX strptime
    if (!noDay && look.namedMonth >= 0) {
        const int monthAt = order == DateOrder::MonthFirst ? 0 : 1;
        if (look.namedMonth != monthAt) return std::nullopt;
    }
    return dayMicros(year, month, day);
}

/// 2024-152: a year and its day (ISO 8601, ordinal dates).
bool takeDayOfYear(TimeSniff& look) {
    using namespace std::chrono;
    if (look.namedMonth >= 0 || look.numbers[1] < 1 || look.numbers[1] > 366) return false;
    const sys_days day = sys_days(year(look.numbers[0]) / January / 1) + days(look.numbers[1] - 1);
    const year_month_day date{day};
    if (static_cast<int>(date.year()) != look.numbers[0]) return false;
    look.numbers[1] = static_cast<int>(static_cast<unsigned>(date.month()));
    look.numbers[2] = static_cast<int>(static_cast<unsigned>(date.day()));
    look.lengths = {4, 2, 2};
    return true;
}

/// What stands behind the last number of a date: 日, 일, a point before a blank or the end (2024. 1. 5.), or the
/// Russian word for a year.
void endDate(Scanner& in) {
    if (in.skip("日") || in.skip("일")) return;
    const std::size_t before = in.at();
    if (in.skip(".") && !in.atEnd() && in.peek() != ' ') in.moveTo(before);
    const std::size_t behind = in.at();
    in.blanks();
    for (const std::string_view word : {"г.", "р.", "г"})
        if (in.skip(word)) return;
    in.moveTo(behind);
}

bool scanDate(Scanner& in, TimeSniff& look) {
    in.weekday();
    if (in.quarterOrMonth(look) || in.week(look)) return true;
    for (std::size_t part = 0; part < 3; ++part) {
        if (const int year = part == 0 ? in.eraYear() : 0; year > 0) {
            look.numbers[part] = year;
            look.lengths[part] = 4;
        } else if (const int month = in.monthName(); month > 0) {
            if (look.namedMonth >= 0) return false;
            look.namedMonth = static_cast<int>(part);
            look.numbers[part] = month;
            look.lengths[part] = 2;
        } else if (!in.number(4, look.numbers[part], look.lengths[part])) {
            return false;
        }
        if (part == 2) {
            // 2024:05:31 of cameras, 31:05:2024; with two digits it would be a clock
            if (in.hasColons() && look.lengths[0] != 4 && look.lengths[2] != 4) return false;
            endDate(in);
            return true;
        }
        const std::size_t before = in.at();
        if (part == 1 && look.lengths[0] == 4 && look.lengths[1] == 3) return takeDayOfYear(look);
        if (part == 1 && look.lengths[0] == 4 && (in.skip("月") || in.skip("월")) && in.atEnd())
            return true;  // 2024年5月
        in.moveTo(before);
        if (!in.dateSeparator(part == 0)) {
            // Year and month alone: 2024-05, May 2024. Anything else with two numbers is not a date.
            in.moveTo(before);
            // 31MAY2024
            const char next = in.peek();
            const bool letter = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z');
            if (look.namedMonth < 0 ? part == 0 && letter : next >= '0' && next <= '9') continue;
            const bool yearMonth =
                part == 1 && (look.lengths[0] == 4 || look.lengths[1] == 4 || look.namedMonth >= 0) && in.atEnd();
            return yearMonth;
        }
    }
    return false;
}

/// Wed May  1 14:30:00 2024, as ctime() and scripts write it; also with a zone before the year.
bool scanUnixDate(Scanner& in, TimeSniff& look) {
    int day = 0, year = 0, length = 0;
    if (in.peek() >= '0' && in.peek() <= '9') return false;
    in.weekday();
    const int month = in.monthName();
    in.blanks();
    if (month == 0 || !in.number(2, day, length)) return false;
    in.blanks();
    if (!in.timeOfDay(look)) return false;
    if (!in.zone(look)) return false;
    in.blanks();
    if (!in.digits(4, year) || !in.atEnd()) return false;
    look.numbers = {year, month, day};
    look.lengths = {4, 2, 2};
    return true;
}

/// 20240531T143000 (ISO 8601, basic form). Without a time it would be a number.
bool scanCompact(Scanner& in, TimeSniff& look) {
    int year = 0, month = 0, day = 0;
    if (!in.digits(4, year) || !in.digits(2, month) || !in.digits(2, day) || in.atEnd() || !in.dateTimeSeparator())
        return false;
    look.numbers = {year, month, day};
    look.lengths = {4, 2, 2};
    const std::size_t clock = in.at();
    if (in.timeOfDay(look)) return true;
    in.moveTo(clock);
    int hour = 0, minute = 0, second = 0;
    if (!in.digits(2, hour) || !in.digits(2, minute)) return false;
    in.digits(2, second);
    look.ofDayMicros = ((hour * INT64_C(60) + minute) * 60 + second) * 1'000'000;
    return hour < 24 && minute < 60 && second <= 60;
}

std::optional<TimeSniff> sniffMoment(std::string_view cell) {
    TimeSniff look;
    Scanner in(cell);
    if (in.timeOfDay(look) && in.zone(look) && in.atEnd()) {
        look.hasTime = true, look.isFiner = in.isFiner();
        return look;
    }
    look = {};
    in.moveTo(0);
    if (in.duration(look) && in.atEnd()) {
        look.hasTime = true;
        return look;
    }
    look = {};
    in.moveTo(0);
    look.hasTime = scanCompact(in, look) && in.zone(look) && in.atEnd();
    if (!look.hasTime && cell.find(':') != std::string_view::npos) {
        look = {};
        in.moveTo(0);
        look.hasTime = scanUnixDate(in, look);
    }
    if (!look.hasTime) {
        look = {};
        in = Scanner(cell);
        if (!scanDate(in, look)) return std::nullopt;
    }
    look.hasDate = true;
    if (!in.atEnd()) {
        const bool isSeparate = in.dateTimeSeparator() || cell.substr(0, in.at()).ends_with("日");  // 5月1日0时
        if (!isSeparate) return std::nullopt;
        const std::size_t clock = in.at();
        if (!in.timeOfDay(look)) {
            in.moveTo(clock);
            if (!in.hourAtEnd(look)) return std::nullopt;
        }
        if (!in.zone(look) || !in.atEnd()) return std::nullopt;
        look.hasTime = true;
    }
    for (const DateOrder order : kDateOrders)
        if (dateMicros(look, order)) look.orders = static_cast<DateMask>(look.orders | static_cast<DateMask>(order));
    if (look.orders == 0) return std::nullopt;
    look.isFiner = in.isFiner();
    return look;
}

/// The start of "a - b", "a/b": two times of one kind; the end may lack the date.
std::optional<TimeSniff> startOfInterval(std::string_view cell) {
    constexpr std::size_t kShortest = 4;
    if (cell.size() < 2 * kShortest || cell.front() < '0' || cell.front() > '9') return std::nullopt;
    for (const std::string_view between : {" - ", "/", " \u2013 ", "\u2013", " to ", " bis ", "--"})
        for (std::size_t at = cell.find(between, kShortest); at != std::string_view::npos;
             at = cell.find(between, at + 1)) {
            auto start = sniffMoment(trimCell(cell.substr(0, at)));
            if (!start || (!start->hasDate && between != " - ")) continue;
            const auto end = sniffMoment(trimCell(cell.substr(at + between.size())));
            if (!end || (end->hasDate && !start->hasDate) || (!end->hasDate && !start->hasTime)) continue;
            start->isInterval = true;
            return start;
        }
    return std::nullopt;
}

/// 05:00-06:00, hours and minutes alone: the start of a span. As a clock and its offset from UTC, which would have
/// seconds or a date, it would move by hours.
std::optional<TimeSniff> startOfSpan(std::string_view cell) {
    constexpr std::size_t kShortest = 9, kLongest = 11;
    const std::size_t dash = cell.find('-');
    if (cell.size() < kShortest || cell.size() > kLongest || dash == std::string_view::npos) return std::nullopt;
    const auto isClock = [](std::string_view text) {
        return (text.size() == 4 || text.size() == 5) && text[text.size() - 3] == ':' &&
               text.find_first_not_of("0123456789:") == std::string_view::npos;
    };
    if (!isClock(cell.substr(0, dash)) || !isClock(cell.substr(dash + 1))) return std::nullopt;
    auto start = sniffMoment(cell.substr(0, dash));
    if (!start || !sniffMoment(cell.substr(dash + 1))) return std::nullopt;
    start->isInterval = true;
    return start;
}

}  // namespace

std::optional<std::int64_t> dayMicros(int year, int month, int day) {
    using namespace std::chrono;
    if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
    const year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                              std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    return static_cast<std::int64_t>(sys_days(date).time_since_epoch().count()) * INT64_C(86'400'000'000);
}

std::optional<TimeSniff> sniffTime(std::string_view cell) {
    cell = trimCell(cell);
    // [31/May/2024:14:30:00 +0000] of web servers
    if (cell.size() > 2 && cell.front() == '[' && cell.back() == ']') cell = cell.substr(1, cell.size() - 2);
    if (cell.size() < 4 || cell.size() > 64) return std::nullopt;
    // Most texts are told from times by these alone; the first year of a Japanese era may have no digit.
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const char first = cell.front();
    const bool mayBegin =
        isDigit(first) || (first >= 'A' && first <= 'Z') || (first >= 'a' && first <= 'z') || first < 0;
    if (!mayBegin || (first >= 0 && std::ranges::none_of(cell, isDigit))) return std::nullopt;
    if (auto look = startOfSpan(cell)) return look;
    if (auto look = sniffMoment(cell)) return look;
    if (auto look = sniffDottedClock(cell)) return look;
    return startOfInterval(cell);
}

std::optional<TimeSniff> sniffDottedClock(std::string_view cell) {
    constexpr std::size_t kLength = 8;
    TimeSniff look;
    if (cell.size() != kLength || !Scanner(cell).dottedClock(look)) return std::nullopt;
    look.hasTime = true;
    return look;
}

std::optional<int> zoneMinutes(std::string_view text) {
    TimeSniff look;
    Scanner in(trimCell(text));
    return in.zone(look) && in.atEnd() ? look.offsetMinutes : std::nullopt;
}

std::optional<std::int64_t> dayOfYear(const TimeSniff& look, int year) {
    if (!look.hasDate || look.lengths[2] != 0 || look.namedMonth < 0 || look.namedMonth > 1) return std::nullopt;
    const auto month = static_cast<std::size_t>(look.namedMonth), day = 1 - month;
    if (look.lengths[day] > 2) return std::nullopt;
    return dayMicros(year, look.numbers[month], look.numbers[day]);
}

std::optional<std::int64_t> timeMicros(const TimeSniff& look, DateOrder order) {
    std::int64_t micros = look.ofDayMicros;
    if (look.hasDate) {
        const auto date = dateMicros(look, order);
        if (!date) return std::nullopt;
        micros += *date;
    }
    return micros - static_cast<std::int64_t>(look.offsetMinutes.value_or(0)) * 60'000'000;
}

}  // namespace gatelab
