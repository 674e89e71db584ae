// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Dates and times as people write them. A cell alone may not say which number is the day: the column decides.
namespace gatelab {

/// Order of day, month and year. Bits of a mask.
enum class DateOrder : std::uint8_t { YearFirst = 1, DayFirst = 2, MonthFirst = 4 };
using DateMask = std::uint8_t;
inline constexpr std::array<DateOrder, 3> kDateOrders = {DateOrder::YearFirst, DateOrder::DayFirst,
                                                         DateOrder::MonthFirst};

/// What one cell says.
struct TimeSniff {
    bool hasDate = false;
    bool hasTime = false;
    DateMask orders = 0;               ///< orders under which the date exists in the calendar
    std::array<int, 3> numbers{};      ///< the date's numbers as written
    std::array<int, 3> lengths{};      ///< their digits; 0: not written (month without day)
    int namedMonth = -1;               ///< which of the numbers was a month's name
    std::int64_t ofDayMicros = 0;      ///< 24:00 and second 60 are the start of the next unit
    std::optional<int> offsetMinutes;  ///< east of UTC
    bool isInterval = false;           ///< the start of one: "a - b", "a/b"
    bool isFiner = false;              ///< has digits below a microsecond, which are cut
};

/// Nothing when the cell is no date, no time of day, and no date with a time. Known: 2024-05-31, 31.5.2024, 5/31/24, 31
/// May 2024, 2024-05, 2024Q2, 2. Quartal 2024, 2024-W22, 2024-W22-5 and 2024-152 (ISO 8601; a week is its Monday),
/// Chinese year-month-day; then a blank, T or ':'; 14:30, 14:30:15.250, 2:30 PM; Z, UTC, +02:00. Durations are times of
/// day, also beyond one: 1d 00:30:00, 30:15:00. Of an interval of two such times the start.
std::optional<TimeSniff> sniffTime(std::string_view cell);
/// 18.30.00, which sniffTime() takes for a date where there is one.
std::optional<TimeSniff> sniffDottedClock(std::string_view cell);
/// Microseconds since 1970-01-01 UTC (a cell without offset counts as UTC); nothing when the date does not exist in
/// that order.
std::optional<std::int64_t> timeMicros(const TimeSniff& look, DateOrder order);

/// Of one or two digits and the name of a month, "31-Dec", "Jan 1", the day in that year; nothing: the cell is no such
/// one.
std::optional<std::int64_t> dayOfYear(const TimeSniff& look, int year);

/// Reads by a strftime-like format: %Y %y %m %d %H %I %M %S %f %p %b %B %j %z %s %% and literal characters. Nothing
/// when the cell differs from it.
std::optional<std::int64_t> timeByFormat(std::string_view cell, std::string_view format);
/// A strftime-like format that describes cells like this one, for the form.
std::string timeFormatOf(std::string_view cell, const TimeSniff& look, DateOrder order);

/// Whether a column of this name holds times: "time", "Datum", "timestamp (UTC)", ...
bool isTimeName(const std::string& name);
/// Whether it ends as those of moments do, "last_updated_ts", "created_at": stamps if the numbers are of their size.
bool endsLikeTime(const std::string& name);

/// Whether a name says that its column holds something else than times: a quantity ("total_sales", "load (kW)",
/// "Preis"), a count or an identifier. Names of times such as "order_date" do not.
bool namesOtherThanTime(const std::string& name);
/// Among those: one that tells rows or things apart ("record id", "customer"), which measures nothing.
bool namesIdentifier(const std::string& name);

/// Minutes east of UTC of "Z", "UTC", "+08:00", "+0800", "UTC-05"; nothing for any other text.
std::optional<int> zoneMinutes(std::string_view text);

/// Microseconds of midnight UTC; nothing when there is no such day. Two-digit years must be completed before.
std::optional<std::int64_t> dayMicros(int year, int month, int day);

}  // namespace gatelab
