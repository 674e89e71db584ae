// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/numbers.h"
#include "data/csv/time/times.h"
#include "data/time_scanner.h"

#include <charconv>
#include <cstdlib>

namespace gatelab {
namespace {

/// The fields a format can fill.
struct Fields {
    int year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0, yearDay = 0;
    std::int64_t micros = 0;
    bool evening = false, twelve = false;
    int offsetMinutes = 0;
    std::optional<std::int64_t> epochSeconds;
};

bool readField(time_text::Scanner& in, std::string_view cell, char code, Fields& f) {
    switch (code) {
        case 'Y':
            return in.digits(4, f.year);
        case 'y':
            if (!in.digits(2, f.year)) return false;
            f.year += f.year < 69 ? 2000 : 1900;
            return true;
        case 'm':
            return in.digits(2, f.month) || in.digits(1, f.month);
        case 'd':
            return in.digits(2, f.day) || in.digits(1, f.day);
        case 'H':
            return in.digits(2, f.hour) || in.digits(1, f.hour);
        case 'I':
            f.twelve = true;
            return in.digits(2, f.hour) || in.digits(1, f.hour);
        case 'M':
            return in.digits(2, f.minute) || in.digits(1, f.minute);
        case 'S':
            return in.digits(2, f.second) || in.digits(1, f.second);
        case 'f':
            return in.fraction(f.micros);
        case 'j':
            return in.digits(3, f.yearDay) || in.digits(2, f.yearDay) || in.digits(1, f.yearDay);
        case 'b':
        case 'B':
            return (f.month = in.monthName()) > 0;
        case 'p':
            f.evening = in.skipWord("pm");
            return f.evening || in.skipWord("am");
        case 'z': {
            TimeSniff look;
            if (!in.zone(look) || !look.offsetMinutes) return false;
            f.offsetMinutes = *look.offsetMinutes;
            return true;
        }
        case 's': {
            std::int64_t seconds = 0;
            const char* begin = cell.data() + in.at();
            const auto [end, code2] = std::from_chars(begin, cell.data() + cell.size(), seconds);
            if (code2 != std::errc{} || std::llabs(seconds) > INT64_C(100'000'000'000)) return false;
            f.epochSeconds = seconds;
            in.moveTo(static_cast<std::size_t>(end - cell.data()));
            return true;
        }
        default:
            return false;
    }
}

std::optional<std::int64_t> micros(const Fields& f) {
    if (f.epochSeconds) return *f.epochSeconds * 1'000'000 + f.micros;
    const auto date = f.yearDay > 0 ? dayMicros(f.year, 1, 1) : dayMicros(f.year, f.month, f.day);
    const int hour = f.twelve ? f.hour % 12 + (f.evening ? 12 : 0) : f.hour;
    if (!date || f.yearDay > 366 || hour > 24 || f.minute > 59 || f.second > 60) return std::nullopt;
    const std::int64_t days = f.yearDay > 0 ? f.yearDay - 1 : 0;
    const std::int64_t minutes = (days * 24 + hour) * 60 + f.minute - f.offsetMinutes;
    return *date + (minutes * 60 + f.second) * 1'000'000 + f.micros;
}

}  // namespace

std::optional<std::int64_t> timeByFormat(std::string_view cell, std::string_view format) {
    cell = trimCell(cell);
    time_text::Scanner in(cell);
    Fields fields;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] == '%' && i + 1 < format.size() && format[i + 1] != '%') {
            if (!readField(in, cell, format[++i], fields)) return std::nullopt;
        } else {
            if (format[i] == '%') ++i;
            if (!in.skip(format.substr(i, 1))) return std::nullopt;
        }
    }
    return in.atEnd() ? micros(fields) : std::nullopt;
}

std::string timeFormatOf(std::string_view cell, const TimeSniff& look, DateOrder order) {
    cell = trimCell(cell);
    std::string format;
    int part = 0;
    const bool noDay = look.lengths[2] == 0;
    const auto dateCode = [&](std::size_t length, bool word) -> std::string {
        const int at = part++;
        if (noDay) return word ? "%b" : length == 4 ? "%Y" : "%m";
        const std::string_view codes = order == DateOrder::YearFirst  ? "Ymd"
                                       : order == DateOrder::DayFirst ? "dmY"
                                                                      : "mdY";
        const char code = codes[static_cast<std::size_t>(at)];
        if (word) return "%b";
        return code == 'Y' && length == 2 ? "%y" : std::string("%") + code;
    };
    const bool twelve = cell.find_first_of("pPaA") != std::string_view::npos &&
                        (cell.ends_with('M') || cell.ends_with('m') || cell.ends_with('.'));
    int clock = 0;
    for (std::size_t at = 0; at < cell.size();) {
        std::size_t end = at;
        const auto kind = [&](char c) {
            return c >= '0' && c <= '9' ? 1 : (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? 2 : 0;
        };
        while (end < cell.size() && kind(cell[end]) == kind(cell[at]) && kind(cell[at]) > 0) ++end;
        if (end == at) {
            const bool offset = clock >= 2 && (cell[at] == '+' || cell[at] == '-');
            if (offset) return format + "%z";
            format += cell[at++];
            continue;
        }
        const bool word = kind(cell[at]) == 2;
        const bool dateDone = !look.hasDate || part >= (noDay ? 2 : 3);
        const std::size_t length = end - at;
        if (!dateDone && length == 8 && !word) {
            format += "%Y%m%d";
            part = 3;
        } else if (!dateDone) {
            format += dateCode(length, word);
        } else if (!word && clock == 0 && (length == 4 || length == 6)) {
            format += length == 4 ? "%H%M" : "%H%M%S";
            clock = static_cast<int>(length) / 2;
        } else if (!word) {
            static constexpr const char* kClock[] = {"%H", "%M", "%S", "%f"};
            format += clock == 0 && twelve ? "%I" : kClock[clock < 4 ? clock : 3];
            ++clock;
        } else if (twelve && clock >= 2)
            format += "%p";
        else if (clock >= 2)
            return format + "%z";
        else
            format += cell.substr(at, end - at);
        at = end;
    }
    return format;
}

}  // namespace gatelab
