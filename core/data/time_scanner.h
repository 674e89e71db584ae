// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/time/times.h"

#include <cstddef>
#include <string_view>

namespace gatelab::time_text {

/// Reads the pieces of a date from left to right. Every function moves past what it took, or stays and returns false
/// (0).
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}
    [[nodiscard]] std::size_t at() const { return at_; }
    void moveTo(std::size_t at) { at_ = at; }
    [[nodiscard]] bool atEnd() const { return at_ >= text_.size(); }
    [[nodiscard]] char peek() const { return atEnd() ? '\0' : text_[at_]; }

    /// Most words are told from what stands here by their first byte.
    bool skip(std::string_view word) { return peek() == word.front() && take(word); }
    /// The word in any case.
    bool skipWord(std::string_view lower) { return mayBegin(lower.front()) && takeWord(lower); }
    void blanks();
    /// Up to `most` digits, and no further digit behind them.
    bool number(int most, int& value, int& length);
    /// Exactly `length` digits.
    bool digits(int length, int& value);
    /// 1 to 12; short or long names in any language of month_words.h, with or without a point.
    int monthName();
    /// 令和5 before 年, R5 of R5.1.5, R5/1/5 and R5-1-5: the year of the Japanese era as one of ours; 0: none.
    int eraYear();
    /// "Mon, ", "Tuesday ": without meaning for us.
    void weekday();
    /// 2024Q1, Q1 2024, 2024M01, 1. Quartal 2024, 2nd quarter 2024, 2024年第1季度
    bool quarterOrMonth(TimeSniff& look);
    /// 2024-W22, 2024W22-5: a week of ISO 8601 (its Monday), or a day of it.
    bool week(TimeSniff& look);
    bool dateSeparator(bool first);
    bool dateTimeSeparator();
    /// 9:05, 09:05:30, 09:05:30.123456, 9:05 pm, 9:05 p. m., 上午 9:05, 9时, 9时5分, 9시 5분; fills ofDayMicros.
    bool timeOfDay(TimeSniff& look);
    /// The two digits of an hour, and nothing behind them: "06/01/14 00".
    bool hourAtEnd(TimeSniff& look);
    /// Whether colons stand between the numbers of the date that was read.
    [[nodiscard]] bool hasColons() const { return separator_ == ':'; }
    /// 1d 00:30:00, 2 days, 0:30:00, 30:15:00: more than a day; fills ofDayMicros.
    bool duration(TimeSniff& look);
    /// 18.30.00
    bool dottedClock(TimeSniff& look);
    /// Nothing, Z, UTC, GMT, +02:00, +0200, +02, CEST; true also when there is none.
    bool zone(TimeSniff& look);
    /// Digits of a fraction of a second as microseconds (more digits are cut).
    bool fraction(std::int64_t& micros);
    /// Whether digits were cut that are not zero.
    [[nodiscard]] bool isFiner() const { return isFiner_; }

private:
    [[nodiscard]] bool mayBegin(char lower) const {
        const char c = peek();
        return c == lower || static_cast<char>(c | 0x20) == lower || (c < 0 && lower < 0);
    }
    bool take(std::string_view word);
    bool takeWord(std::string_view lower);
    /// 1: before noon, 2: after it, as words behind a clock say; 0: there is none.
    int halfOfDay();
    bool namedZone(TimeSniff& look);
    bool wordedQuarter(TimeSniff& look);
    int quarterWord();
    bool seconds(int& second, std::int64_t& micros);
    std::string_view text_;
    std::size_t at_ = 0;
    char separator_ = '\0';
    bool isFiner_ = false;
};

}  // namespace gatelab::time_text
