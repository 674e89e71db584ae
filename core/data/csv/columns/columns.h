// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/csv/layout/layout.h"
#include "data/csv/numbers.h"
#include "data/csv/text/dialect.h"
#include "data/csv/time/times.h"
#include "data/series.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

/// How the columns of a text table are understood. A plan is tried on all rows while evidence is collected; where the
/// evidence of the whole column contradicts the plan, a better plan is made and the rows are read again: nothing is
/// decided on a part of a column.
namespace gatelab {

enum class ColumnKind { Empty, Number, Date, Clock, Text };

/// Numbers counted by the formats they fit. Few masks occur in a column, and tables may have many columns.
class MaskCounts {
public:
    void add(NumberMask mask, std::int64_t count = 1) {
        if (mask == kAllFormats)
            plain_ += count;
        else if (mask == kPointFormats)
            points_ += count;
        else if (count > 0)
            addOther(mask, count);
    }
    /// Whole numbers without any mark.
    [[nodiscard]] std::int64_t plain() const { return plain_; }
    /// visit(mask, count) for every mask that occurred.
    template <typename Visit>
    void each(Visit visit) const {
        if (plain_ > 0) visit(kAllFormats, plain_);
        if (points_ > 0) visit(kPointFormats, points_);
        for (const auto& [mask, count] : others_) visit(mask, count);
    }

    /// Those of cells further below.
    void append(const MaskCounts& later) {
        plain_ += later.plain_, points_ += later.points_;
        for (const auto& [mask, count] : later.others_) addOther(mask, count);
    }

private:
    void addOther(NumberMask mask, std::int64_t more) {
        for (auto& [known, count] : others_)
            if (known == mask) {
                count += more;
                return;
            }
        others_.emplace_back(mask, more);
    }
    std::int64_t plain_ = 0, points_ = 0;
    std::vector<std::pair<NumberMask, std::int64_t>> others_;
};

inline constexpr std::int64_t kNoTime = std::numeric_limits<std::int64_t>::min();

/// How the times of a column follow one another when they are read in one way. Steps of 0 are none: many rows may be of
/// one day.
struct TimeSteps {
    std::int64_t steady = 0;  ///< (nearly) as long as the step before, in the same direction
    std::int64_t rises = 0, falls = 0;
    double path = 0;  ///< microseconds: the sum of all steps, either way
    std::int64_t first = kNoTime, firstStep = 0, last = kNoTime, step = 0;
    void add(std::int64_t micros) {
        if (last == kNoTime) first = micros;
        if (last != kNoTime && micros != last) {
            const std::int64_t before = step;
            step = micros - last;
            if (before == 0) firstStep = step;
            (step > 0 ? rises : falls) += 1;
            path += std::abs(static_cast<double>(step));
            steady += isSteady(before, step) ? 1 : 0;
        }
        last = micros;
    }
    /// Of rows one below the other: most go on by the step before.
    void add(std::span<const std::int64_t> times) {
        constexpr double kExact = 9'007'199'254'740'992;  // 2^53: sums below it do not depend on their order
        for (std::size_t i = 0; i < times.size();) {
            std::size_t end = i;
            while (step != 0 && end < times.size() && times[end] - (end > i ? times[end - 1] : last) == step) ++end;
            const double way = static_cast<double>(end - i) * std::abs(static_cast<double>(step));
            if (end == i || path + way >= kExact) {
                add(times[i++]);
                continue;
            }
            const auto count = static_cast<std::int64_t>(end - i);
            steady += count, path += way;
            (step > 0 ? rises : falls) += count;
            last = times[end - 1], i = end;
        }
    }
    /// Those of rows further below, as if each had been added.
    void append(const TimeSteps& later) {
        if (later.first == kNoTime) return;
        add(later.first);
        if (later.firstStep != 0) {
            steady += later.steady + (isSteady(step, later.firstStep) ? 1 : 0);
            if (step == 0) firstStep = later.firstStep;
            step = later.step;
        }
        rises += later.rises, falls += later.falls, path += later.path;
        last = later.last;
    }
    /// Months and quarters differ by up to a tenth and are steady.
    static bool isSteady(std::int64_t before, std::int64_t step) {
        return before != 0 && std::abs(step - before) * 8 <= std::abs(step);
    }
    [[nodiscard]] std::int64_t changes() const { return rises + falls; }
};

/// A number such as 20240531.
bool isCompactDate(double value);

/// What all cells of one column look like.
struct ColumnEvidence {
    struct Odd {
        std::int64_t line;
        std::string text;
    };
    std::int64_t empty = 0, words = 0, numbers = 0, percents = 0, dates = 0, clocks = 0, odd = 0;
    /// Cells of a number column that were read as missing though they say something
    std::int64_t unread = 0;
    std::map<std::string, std::int64_t> wordCounts;  ///< spellings of missing values
    MaskCounts masks;
    /// Whole numbers without a mark: of three digits (none of them 999), of more
    std::int64_t hundreds = 0, thousands = 0;
    std::int64_t bareYears = 0;                ///< whole numbers from 1000 to 2999
    std::int64_t zeroLed = 0;                  ///< whole numbers such as 05, as they stand behind a decimal mark
    std::int64_t signedNumbers = 0;            ///< with a sign in front
    std::int64_t pluses = 0, minuses = 0;      ///< signs alone
    std::int64_t parentheses = 0, behind = 0;  ///< numbers as LedgerCell has them
    std::int64_t oddLedger = 0;                ///< those of them that were not read as numbers
    std::int64_t amounts = 0;                  ///< numbers with a currency
    std::string currency;                      ///< the first one
    std::int64_t united = 0;                   ///< numbers with a unit behind them
    std::map<std::string, std::int64_t> cellUnits = {};   ///< how many have each, of the first units
    std::map<std::string, std::int64_t> magnitudes = {};  ///< how many end with each word for thousand or million
    std::string magnitudeSample = {};                     ///< the first of those
    bool mixesCurrencies = false;                         ///< there is another one
    /// First number that has two values: one with a decimal mark and one with a thousands mark
    std::string marked;
    std::array<std::int64_t, 8> orderCounts{};  ///< dates by the orders they fit
    std::array<TimeSteps, 3> orderSteps{};      ///< of the dates that exist in each order
    TimeSteps clockSteps;                       ///< of times of day
    std::int64_t intervals = 0;                 ///< cells with a start and an end
    std::int64_t finer = 0;                     ///< cells with digits below a microsecond
    std::int64_t dottedClocks = 0;              ///< dates such as 10.05.07 that can be a clock time as well
    std::int64_t ordersOfFirsts = 0;            ///< dates with the day 1 when the month comes first
    std::vector<Odd> odds;                      ///< the first few cells that fit nothing
    std::string sample;                         ///< first date or clock cell
    std::int64_t wordChanges = 0;               ///< texts that differ from the one before
    std::set<std::string> someWords;            ///< the first texts that differ
    double low = std::numeric_limits<double>::infinity(), high = -low;
    double first = std::numeric_limits<double>::quiet_NaN(), last = first;
    bool whole = true;                                    ///< all integers
    std::int64_t rises = 0, falls = 0, up = 0, down = 0;  ///< steps that grow, shrink; that grow, shrink by exactly 1
    std::int64_t compactDates = 0;                        ///< numbers that are dates such as 20240531
    /// A number of the column, in the order of the rows.
    void addValue(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
        whole = whole && value == std::floor(value);
        if (whole && value > 10'000'101 && value < 29'991'232) compactDates += isCompactDate(value) ? 1 : 0;
        if (std::isnan(last)) first = value;
        addStep(value);
        last = value;
    }
    void addStep(double value) {
        const double step = value - last;
        rises += static_cast<std::int64_t>(step > 0), falls += static_cast<std::int64_t>(step < 0);
        up += static_cast<std::int64_t>(step == 1), down += static_cast<std::int64_t>(step == -1);
    }
    /// What was seen in rows further below, as if their cells had been added one by one. Texts that fit nothing and
    /// cells that were read as missing are not among them, and no more spellings than are counted.
    void append(const ColumnEvidence& later);
    /// Strictly growing, but for a row in twenty that was doubled or moved.
    [[nodiscard]] bool mostlyRises() const {
        return numbers > 1 && (numbers - 1 - rises) * 20 <= std::max<std::int64_t>(numbers, 20) && rises > numbers / 2;
    }
    [[nodiscard]] std::int64_t changes() const { return rises + falls; }
    [[nodiscard]] bool rising() const { return rises == numbers - 1; }
    [[nodiscard]] std::int64_t present() const { return numbers + dates + clocks + odd; }
};

/// Why the value of a number with a mark may be another one.
enum class MarkDoubt {
    None,
    Grouped,  ///< (nearly) every mark has three digits behind it
    Mixed     ///< some have a decimal comma, others a point before three digits
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
    std::string unit = {};       ///< that every number carries behind it; empty: they carry none
    bool hasMagnitudes = false;  ///< K, M, B behind numbers are thousand, million, billion
    friend bool operator==(const ColumnPlan& a, const ColumnPlan& b) {
        return a.kind == b.kind && a.format == b.format && a.percent == b.percent && a.ledger == b.ledger &&
               a.signs == b.signs && a.bothMarks == b.bothMarks && a.unit == b.unit &&
               a.hasMagnitudes == b.hasMagnitudes;
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
    std::string format;  ///< strftime-like; empty: by sniffTime
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
               a.fillsDown == b.fillsDown && a.assumedYear == b.assumedYear && a.format == b.format &&
               a.microsPerUnit == b.microsPerUnit && a.originMicros == b.originMicros;
    }
};

struct TablePlan {
    std::vector<ColumnPlan> columns;
    TimePlan time;
    /// Lines that would be left out, but are too many to be none of the table: rows as wide as it with words where
    /// numbers stand; rows behind a mark of comments; rows with a word for a sum that stands in no column of the time
    bool keepsTextRows = false, keepsCommentedRows = false, keepsSumWords = false;
    friend bool operator==(const TablePlan&, const TablePlan&) = default;
};

/// A row whose first cell is of another kind than its column: empty, a number among words, a year among dates.
/// `isTime`: it is a time as the others are, but written in another way (a quarter among months).
struct OddLabel {
    std::int64_t row = 0;
    std::string text;
    bool isTime = false;
};

/// The number of a word among those of its column.
using WordNumber = std::uint16_t;
/// Of a row without a word, or with one beyond the first 2,000 of its column.
inline constexpr WordNumber kNoWord = 65535;

/// One reading of all rows under a plan.
struct TableScan {
    std::vector<ColumnEvidence> evidence;
    std::vector<std::vector<double>> values;  ///< per column; empty where the plan has no numbers
    std::vector<std::int64_t> times;          ///< per row where the plan has times in text; kNoTime: missing
    std::int64_t rows = 0, excluded = 0, strayQuotes = 0, strayLine = -1, shortRows = 0, longRows = 0;
    /// Row and column of the first cells that a quote without its other one begins or ends: elsewhere they are texts
    std::vector<std::pair<std::int64_t, std::size_t>> strayCells;
    bool isReordered = false;                 ///< a line further down names the columns in another order
    ColumnEvidence::Odd firstWords{-1, {}};   ///< first cell of the first row that was left out for its words
    std::int64_t innerLines = 0;              ///< line ends inside quoted cells
    std::int64_t textRows = 0, sumWords = 0;  ///< how many of each kind that a plan may keep
    ReadAccount account;                      ///< of the rows from the first one of values on
    std::vector<OddLabel> oddLabels;          ///< the first ones
    /// Per column of text and row the number of its word among those that the column has; empty: not text
    std::vector<std::vector<WordNumber>> wordOf;
    std::vector<std::vector<std::string>> words;  ///< per column of text its words by their numbers, those of wordOf
    /// Row and its line wherever that is not the line after the one before
    std::vector<std::pair<std::int64_t, std::int64_t>> lineJumps;
    [[nodiscard]] std::int64_t lineOf(std::int64_t row) const;
    /// Comments that would be rows of the table without their mark, and the first of them
    std::int64_t commentRows = 0, commentLine = -1;
    /// Those of them whose first cell, without the mark, is a word that other rows have there
    std::int64_t commentedWords = 0;
    /// Takes rows out, in rising order.
    void drop(const std::vector<std::int64_t>& rowsOut, std::vector<std::int64_t>& readTimes, const Phrase& why);
    std::vector<ReadWarning> warnings;
};
/// Seconds since 1970 of 1990 and 2100: numbers between them can be times.
inline constexpr double kEpochLow = 631'152'000, kEpochHigh = 4'102'444'800;

/// Of a number such as 2024053114, 202405311430 or 20240531143000; kNoTime: it is none.
std::int64_t stampMicros(double value);
/// The same with years of two digits and at least minutes: 2405311430, 240531143000.
std::int64_t shortStampMicros(double value);

class LineIndex;

/// How the ordinary rows of a text are read in pieces, ahead of the others; without an index: all one by one, with the
/// same result.
struct ScanAhead {
    const LineIndex* index = nullptr;
    int threads = 1;
};

/// Reads at most `maxRows` rows. progress gets shares of this scan.
Result<TableScan> scanTable(std::string_view text, const CsvDialect& dialect, const CsvLayout& layout,
                            const TablePlan& plan, const ExperimentConfig& options, std::int64_t maxRows,
                            const ScanAhead& ahead, const Progress& progress);

/// The plan that a scan asks for. Fails when the user named a time column that is not one.
Result<TablePlan> decideTable(const CsvLayout& layout, const TableScan& scan, const CsvDialect& dialect,
                              const ExperimentConfig& options);
Result<TimePlan> decideTime(const CsvLayout& layout, const TableScan& scan, const std::vector<ColumnPlan>& columns,
                            const ExperimentConfig& options);

/// What the cells say of the time of each row; kNoTime: nothing that is a time. Empty without a plan, and where it
/// needs numbers that the scan did not keep.
std::vector<std::int64_t> readTimes(const TableScan& scan, const TimePlan& plan);
/// The same, for the last time: a list that the scan holds as it is is not copied, and gone from it then.
std::vector<std::int64_t> takeTimes(TableScan& scan, const TimePlan& plan);
/// Times of the rows under the plan, on the clocks of the zone (field time_zone); empty when there are none. Missing
/// ones are continued from the row before, with a warning. `times`: as read.
std::vector<std::int64_t> makeTimes(std::vector<std::int64_t> times, const TableScan& scan, const TimePlan& plan,
                                    const std::string& timeZone, std::vector<ReadWarning>& warnings);
/// Whether the file says where the times stand: by offsets, or by counting from 1970.
bool countsFromUtc(const TableScan& scan, const TimePlan& plan);

}  // namespace gatelab
