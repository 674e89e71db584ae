// SPDX-License-Identifier: GPL-3.0-or-later
// Held by tst_year_columns.
#include "data/csv/shapes/day_parts.h"

#include "data/csv/numbers.h"
#include "data/csv/time/times.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>

namespace gatelab {
namespace {

constexpr std::int64_t kDay = INT64_C(86'400'000'000), kHour = kDay / 24;

std::string clockText(std::int64_t micros) {
    char clock[16];
    const std::int64_t seconds = micros / 1'000'000;
    std::snprintf(clock, sizeof clock, " %02d:%02d:%02d", static_cast<int>(seconds / 3600),
                  static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60));
    return clock;
}

/// The months in which a date is a Sunday, in the orders in which it exists.
std::vector<unsigned> monthsOnSunday(const std::string& date) {
    std::vector<unsigned> months;
    const auto look = sniffTime(date);
    for (const DateOrder order : kDateOrders) {
        if (!look || (look->orders & static_cast<DateMask>(order)) == 0) continue;
        const auto micros = timeMicros(*look, order);
        if (!micros) continue;
        using namespace std::chrono;
        const auto day = floor<days>(sys_time<microseconds>(microseconds(*micros)));
        if (weekday(day) == Sunday) months.push_back(static_cast<unsigned>(year_month_day(day).month()));
    }
    return months;
}

/// The clock of the hour that passes as the `hour`-th from midnight.
std::int64_t clockHour(std::int64_t hour, DayLength length, std::int64_t twice) {
    if (length == DayLength::Long) return hour <= twice ? hour : hour - 1;
    return length == DayLength::Short && hour > 1 ? hour + 1 : hour;
}

}  // namespace

std::size_t partsOfDay(std::size_t columns) {
    for (const std::size_t parts : {std::size_t{24}, std::size_t{48}, std::size_t{96}, std::size_t{288}})
        if (columns == parts || columns == parts + parts / 24) return parts;
    return 0;
}

DayParts dayParts(const TableCells& cells) {
    constexpr std::size_t kFewClocks = 12;
    DayParts found;
    std::map<std::string, std::vector<std::size_t>> numbered;
    for (std::size_t c = 0; c < cells.width; ++c) {
        const std::string& name = cells.at(0, c);
        const auto look = sniffTime(name);
        if (look && !look->hasDate && (found.parts.empty() || look->ofDayMicros > found.parts.back().begin))
            found.parts.push_back({c, look->ofDayMicros});
        const std::size_t digits = name.find_last_not_of("0123456789") + 1;
        if (digits < name.size()) numbered[name.substr(0, digits)].push_back(c);
    }
    if (found.parts.size() >= kFewClocks) return found;
    found.parts.clear();
    for (const auto& [prefix, columns] : numbered) {
        const std::size_t usual = partsOfDay(columns.size());
        if (usual == 0) continue;
        for (std::size_t i = 0; i < columns.size(); ++i)
            found.parts.push_back({columns[i], static_cast<std::int64_t>(i) * kDay / static_cast<std::int64_t>(usual)});
        found.ofLongDay = columns.size() - usual;
        return found;
    }
    return found;
}

std::vector<std::string> clocksOfDay(const TableCells& cells, const DayParts& parts, std::span<const std::size_t> rows,
                                     const std::string& date, DayLength& length) {
    constexpr unsigned kNovember = 11;
    const auto isFilled = [&](std::size_t part) {
        return std::ranges::any_of(
            rows, [&](std::size_t r) { return r > 0 && sniffNumber(cells.at(r, parts.parts[part].column)).mask != 0; });
    };
    length = DayLength::Usual;
    const std::size_t all = parts.parts.size(), usual = all - parts.ofLongDay;
    std::vector<unsigned> months;
    if (parts.ofLongDay > 0) {
        months = monthsOnSunday(date);
        std::size_t last = all;
        while (last > 0 && !isFilled(last - 1)) --last;
        if (last > usual) length = DayLength::Long;
        if (last == usual - parts.ofLongDay && !months.empty()) length = DayLength::Short;
    }
    const std::int64_t twice = std::ranges::find(months, kNovember) != months.end() ? 1 : 2;
    std::vector<std::string> clocks;
    for (std::size_t i = 0; i < all; ++i) {
        const bool isThere =
            length == DayLength::Long || i < (length == DayLength::Short ? usual - parts.ofLongDay : usual);
        const std::int64_t begin = parts.parts[i].begin;
        clocks.push_back(!isThere ? std::string()
                         : length == DayLength::Usual
                             ? clockText(begin)
                             : clockText(clockHour(begin / kHour, length, twice) * kHour + begin % kHour));
    }
    return clocks;
}

}  // namespace gatelab
