// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

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
    std::int64_t codes = 0;  ///< numbers that were read as words
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
    std::int64_t debits = 0, credits = 0;      ///< numbers with a side, as LedgerCell has them
    std::int64_t letterSides = 0;              ///< those of them whose side is one letter
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
    /// The same where dates that exist in two orders are read with the day first, with the month first, and all others
    /// as they exist
    std::array<TimeSteps, 2> turnedSteps{};
    /// 31-Dec, read as a day of 2000; how many there are, and how many of them are 29 February
    TimeSteps dayMonthSteps{};
    std::int64_t dayMonths = 0, leapDays = 0;
    std::int64_t otherYears = 0;  ///< of those that exist with the year first alone: not as 2024-05-31
    /// Dates that say themselves where their year, month and day stand; and those among others written otherwise.
    [[nodiscard]] std::int64_t datesWithYearFirst() const { return orderCounts[1] - otherYears; }
    [[nodiscard]] std::int64_t plainDates() const { return datesWithYearFirst() < dates ? datesWithYearFirst() : 0; }
    TimeSteps clockSteps;             ///< of times of day
    std::int64_t intervals = 0;       ///< cells with a start and an end
    std::int64_t finer = 0;           ///< cells with digits below a microsecond
    std::int64_t dottedClocks = 0;    ///< dates such as 10.05.07 that can be a clock time as well
    std::int64_t ordersOfFirsts = 0;  ///< dates with the day 1 when the month comes first
    std::vector<Odd> odds;            ///< the first few cells that fit nothing
    std::string sample;               ///< first date or clock cell
    std::int64_t wordChanges = 0;     ///< texts that differ from the one before
    std::set<std::string> someWords;  ///< the first texts that differ
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

}  // namespace gatelab
