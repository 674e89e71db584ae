// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "data/csv/numbers.h"
#include "data/csv/time/times.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// How the columns of a text table are understood. A plan is tried on all rows while evidence is collected; where the
/// evidence of the whole column contradicts the plan, a better plan is made and the rows are read again: nothing is
/// decided on a part of a column.
namespace gatelab {

enum class ColumnKind { Empty, Number, Date, Clock, Text };

/// Why the value of a number with a mark may be another one.
enum class MarkDoubt {
    None,
    Grouped,  ///< (nearly) every mark has three digits behind it
    Mixed     ///< some have a decimal comma, others a point before three digits
};

/// How a column of clocks says lengths of time, which are values in seconds.
enum class DurationForm {
    None,
    Hours,   ///< 6:07 are hours and minutes
    Minutes  ///< 5:30 are minutes and seconds; 1:05:30 has hours
};

struct ColumnPlan {
    ColumnKind kind = ColumnKind::Empty;
    std::size_t format = 0;  ///< of kNumberFormats
    bool percent = false;
    bool ambiguous = false;  ///< another format would give other values
    bool bothMarks = false;  ///< decimals stand behind points and behind commas
    MarkDoubt doubt = MarkDoubt::None;
    LedgerCell::Minus ledger = LedgerCell::Minus::None;  ///< cells that are read as numbers below zero
    std::optional<std::size_t> signs;                    ///< the column that holds the signs of this one
    std::string unit = {};                       ///< that every number carries behind it; empty: they carry none
    bool hasMagnitudes = false;                  ///< K, M, B behind numbers are thousand, million, billion
    DurationForm duration = DurationForm::None;  ///< of ColumnKind::Clock
    bool areCodes = false;                       ///< of ColumnKind::Text: its numbers are words as the others are
    friend bool operator==(const ColumnPlan& a, const ColumnPlan& b) {
        return a.kind == b.kind && a.format == b.format && a.percent == b.percent && a.ledger == b.ledger &&
               a.signs == b.signs && a.bothMarks == b.bothMarks && a.unit == b.unit &&
               a.hasMagnitudes == b.hasMagnitudes && a.duration == b.duration && a.areCodes == b.areCodes;
    }
};

/// What a column of whole numbers, or of names of months or quarters, says of the time of its row. YearMonth: 202405;
/// Date: 20240531; Stamp: 2024053114, 202405311430; ShortStamp: 2405311430, 240531143000; Clock: 930, 1430; LongClock:
/// 143000; Hour: 0 to 24; Weekday: 1 to 7, of a week; Period: 1 to 48, 96 or 288, of a day in equal parts (the start of
/// each); PointClock: 9.30, 14.30; MonthOfYear: 1990.01 to 1990.12; YearFraction: 1990.0833.
enum class TimePart {
    Year,
    Quarter,
    Month,
    Week,
    YearDay,
    Day,
    Weekday,
    YearMonth,
    Date,
    Stamp,
    ShortStamp,
    Hour,
    Minute,
    Second,
    Clock,
    LongClock,
    PointClock,
    Period,
    MonthOfYear,
    YearFraction
};
struct PartColumn {
    TimePart part;
    std::size_t column;
    friend bool operator==(const PartColumn&, const PartColumn&) = default;
};

/// Where the time of a row comes from.
struct TimePlan {
    /// Text: one or two columns of dates and clocks, perhaps with parts that give the time of day. Parts: columns of
    /// whole numbers. Others: one column of numbers.
    enum class Mode { None, Text, Parts, Epoch, Serial, Relative };
    Mode mode = Mode::None;
    bool clockOnly = false;            ///< times of day without a date: days are counted
    bool fillsDown = false;            ///< a year or a date stands only where it changes, as merged cells are written
    int assumedYear = 0;               ///< of the first row where month and day have no year; 0: they have one
    std::vector<std::size_t> columns;  ///< all of them
    std::vector<PartColumn> parts;
    /// Whether the column is read as text.
    [[nodiscard]] bool isText(std::size_t c) const {
        return mode == Mode::Text && std::ranges::find(columns, c) != columns.end() &&
               std::ranges::find(parts, c, &PartColumn::column) == parts.end();
    }
    DateOrder order = DateOrder::YearFirst;
    int yearOfDays = 0;       ///< 31-Dec is a day of this year; 0: December 2031
    bool turnsOrder = false;  ///< dates that exist with day and month the other way round are read so
    std::string format;       ///< strftime-like; empty: by sniffTime
    /// Epoch, Serial, Relative: what a unit is, and where 0 is; a unit of 0: seconds, milliseconds, microseconds or
    /// nanoseconds since 1970, each by its size.
    double microsPerUnit = 1e6, originMicros = 0;
    double roundMicros = 0;  ///< the times are multiples of it: the digits behind are noise; 0: as they are
    bool certain = true;
    std::string shown, runnerUp;
    std::vector<DateOrder> otherOrders;  ///< that read every date as well; the first is that of runnerUp
    Phrase why;                          ///< what makes it uncertain, and what to do
    friend bool operator==(const TimePlan& a, const TimePlan& b) {
        return a.mode == b.mode && a.columns == b.columns && a.parts == b.parts && a.order == b.order &&
               a.turnsOrder == b.turnsOrder && a.yearOfDays == b.yearOfDays && a.fillsDown == b.fillsDown &&
               a.assumedYear == b.assumedYear && a.format == b.format && a.microsPerUnit == b.microsPerUnit &&
               a.originMicros == b.originMicros;
    }
};

/// The time of a cell under the plan; a date that begins with a year of four digits is read as it stands. Nothing: it
/// does not exist in that order.
std::optional<std::int64_t> timeMicros(const TimeSniff& look, const TimePlan& plan);

struct TablePlan {
    std::vector<ColumnPlan> columns;
    TimePlan time;
    /// Lines that would be left out, but are too many to be none of the table: rows as wide as it with words where
    /// numbers stand; rows behind a mark of comments; rows with a word for a sum that stands in no column of the time
    bool keepsTextRows = false, keepsCommentedRows = false, keepsSumWords = false;
    friend bool operator==(const TablePlan&, const TablePlan&) = default;
};

}  // namespace gatelab
