// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/time_scanner.h"

#include "data/csv/time/month_words.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <iterator>

namespace gatelab::time_text {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// Blanks that no line breaks at: U+00A0, U+202F (before AM and PM, as browsers write them), U+3000.
constexpr std::string_view kWideBlanks[] = {"\xC2\xA0", "\xE2\x80\xAF", "\xE3\x80\x80"};

}  // namespace

bool Scanner::take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
}

bool Scanner::takeWord(std::string_view lower) {
    if (!startsWithWord(text_.substr(at_), lower)) return false;
    at_ += lower.size();
    return true;
}

void Scanner::blanks() {
    const auto isWide = [this](std::string_view blank) { return text_.substr(at_).starts_with(blank); };
    for (;;) {
        if (peek() == ' ' || peek() == '\t')
            ++at_;
        else if (const auto* blank = std::ranges::find_if(kWideBlanks, isWide);
                 static_cast<unsigned char>(peek()) >= 0x80 && blank != std::end(kWideBlanks))
            at_ += blank->size();
        else
            return;
    }
}

bool Scanner::number(int most, int& value, int& length) {
    std::size_t end = at_;
    int read = 0;
    while (end < text_.size() && isDigit(text_[end]) && end - at_ <= static_cast<std::size_t>(most))
        read = read * 10 + (text_[end++] - '0');
    length = static_cast<int>(end - at_);
    if (length == 0 || length > most) return false;
    value = read;
    at_ = end;
    return true;
}

bool Scanner::digits(int length, int& value) {
    int read = 0;
    for (int i = 0; i < length; ++i) {
        const std::size_t at = at_ + static_cast<std::size_t>(i);
        if (at >= text_.size() || !isDigit(text_[at])) return false;
        read = read * 10 + (text_[at] - '0');
    }
    value = read;
    at_ += static_cast<std::size_t>(length);
    return true;
}

int Scanner::monthName() {
    if (!isLetter(peek()) && static_cast<unsigned char>(peek()) < 0x80) return 0;
    const MonthWord word = monthAt(text_.substr(at_));
    if (word.month == 0) return 0;
    at_ += word.length;
    skip(".");
    return word.month;
}

void Scanner::weekday() {
    if (!isLetter(peek()) && static_cast<unsigned char>(peek()) < 0x80) return;
    const std::size_t before = at_, length = weekdayAt(text_.substr(at_));
    if (length == 0) return;
    at_ += length;
    skip(".");
    skip(",");
    blanks();
    if (!isDigit(peek()) && monthAt(text_.substr(at_)).month == 0) at_ = before;
}

int Scanner::eraYear() {
    struct Era {
        std::string_view name;
        char letter;
        int before, last;  // the year before its first one, and how many it has
    };
    static constexpr Era kEras[] = {{"令和", 'R', 2018, 82},
                                    {"平成", 'H', 1988, 31},
                                    {"昭和", 'S', 1925, 64},
                                    {"大正", 'T', 1911, 15},
                                    {"明治", 'M', 1867, 45}};
    const std::size_t before = at_;
    for (const Era& era : kEras) {
        const bool isNamed = skip(era.name);
        if (!isNamed && !(peek() == era.letter && at_ + 1 < text_.size() && isDigit(text_[at_ + 1]))) continue;
        if (!isNamed) ++at_;
        int year = 0, length = 0;
        if (isNamed && skip("元")) year = 1;
        if ((year == 1 || number(2, year, length)) && year >= 1 && year <= era.last) {
            const char next = peek();
            // R5.1 may be a sensor, R5.1.5 is a date.
            const auto goesOn = [&] {
                std::size_t end = at_ + 1;
                while (end < text_.size() && isDigit(text_[end])) ++end;
                return end > at_ + 1 && end + 1 < text_.size() && text_[end] == next && isDigit(text_[end + 1]);
            };
            if (isNamed ? text_.substr(at_).starts_with("年") : (next == '.' || next == '/' || next == '-') && goesOn())
                return era.before + year;
        }
        break;
    }
    at_ = before;
    return 0;
}

bool Scanner::quarterOrMonth(TimeSniff& look) {
    const std::size_t before = at_;
    int year = 0, part = 0;
    if (digits(4, year)) {
        if (!skip("-")) skip(" ");
        if ((skip("Q") || skip("q")) && digits(1, part) && part >= 1 && part <= 4 && atEnd()) {
            look.numbers = {year, part * 3 - 2, 1};
            look.lengths = {4, 2, 0};
            return true;
        }
        // 2024M01, 2024-M1, as statistical offices write months
        int length = 0;
        if ((skip("M") || skip("m")) && number(2, part, length) && part >= 1 && part <= 12 && atEnd()) {
            look.numbers = {year, part, 1};
            look.lengths = {4, 2, 0};
            return true;
        }
    }
    at_ = before;
    if (wordedQuarter(look)) return true;
    // Q1 2024, Q1/2024
    at_ = before;
    if ((skip("Q") || skip("q")) && digits(1, part) && part >= 1 && part <= 4 &&
        (skip(" ") || skip("/") || skip("-")) && digits(4, year) && atEnd()) {
        look.numbers = {part * 3 - 2, year, 1};
        look.lengths = {2, 4, 0};
        return true;
    }
    at_ = before;
    return false;
}

/// 1 to 4 with its word behind it; 0: it is none.
int Scanner::quarterWord() {
    int part = 0, length = 0;
    if (!number(1, part, length) || part < 1 || part > 4) return 0;
    if (skip("季度") || skip("季")) return part;
    for (const std::string_view ordinal : {"st", "nd", "rd", "th", "er", "e", "º", "."})
        if (skip(ordinal)) break;
    blanks();
    for (const std::string_view word :
         {"quartal", "quarter", "qtr", "trimestre", "trimester", "trim", "kvartal", "kwartal", "kwartaal", "q"})
        if (skipWord(word)) {
            skip(".");
            return part;
        }
    return 0;
}

bool Scanner::wordedQuarter(TimeSniff& look) {
    const std::size_t before = at_;
    int year = 0;
    if (digits(4, year) && (skip("年") || skip(",") || peek() == ' ')) {
        blanks();
        skip("第");
        if (const int part = quarterWord(); part > 0 && atEnd()) {
            look.numbers = {year, part * 3 - 2, 1};
            look.lengths = {4, 2, 0};
            return true;
        }
    }
    at_ = before;
    const int part = quarterWord();
    if (part == 0) return false;
    if (!skip("/") && !skip("-")) blanks();
    if (skipWord("de")) blanks();
    if (!digits(4, year) || !atEnd()) return false;
    look.numbers = {part * 3 - 2, year, 1};
    look.lengths = {2, 4, 0};
    return true;
}

bool Scanner::week(TimeSniff& look) {
    using namespace std::chrono;
    const std::size_t before = at_;
    int year = 0, number = 0, day = 1;
    if (digits(4, year) && (skip("-") || skip(" ") || true) && (skip("W") || skip("w")) && digits(2, number) &&
        (!skip("-") || digits(1, day)) && !isDigit(peek())) {
        const sys_days fourth{std::chrono::year(year) / January / 4};  // always in week 1
        const sys_days monday = fourth - (std::chrono::weekday(fourth) - Monday) + days(7 * (number - 1));
        const year_month_day date{monday + days(day - 1)}, thursday{monday + days(3)};
        if (number >= 1 && day >= 1 && day <= 7 && static_cast<int>(thursday.year()) == year) {
            look.numbers = {static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month())),
                            static_cast<int>(static_cast<unsigned>(date.day()))};
            look.lengths = {4, 2, 2};
            return true;
        }
    }
    at_ = before;
    return false;
}

bool Scanner::dateSeparator(bool first) {
    for (const std::string_view word : {"年", "月", "년", "월"})
        if (skip(word)) {
            blanks();
            return true;
        }
    // 1st, 1er, 1º
    if (at_ > 0 && isDigit(text_[at_ - 1]))
        for (const std::string_view ordinal : {"st", "nd", "rd", "th", "er", "º", "°"})
            if (skipWord(ordinal)) break;
    const char c = peek();
    if (c != '-' && c != '/' && c != '.' && c != ' ' && c != ',' && c != ':') return false;
    if (first)
        separator_ = c;
    else if (c != separator_ && c != ' ' && c != ',')
        return false;
    ++at_;
    blanks();
    // 5 de mayo de 2024
    if (skipWord("de") || skipWord("del")) blanks();
    return !atEnd();
}

bool Scanner::dateTimeSeparator() {
    const char c = peek();
    if (c == 'T' || c == 't' || c == '_' || c == ':' || c == ',' || c == ';' || c == '-') {
        ++at_;
        blanks();
        return true;
    }
    const std::size_t before = at_;
    blanks();
    if (at_ == before) return false;
    // Jan 1, 2024 @ 14:30, January 1, 2024 at 2:30 PM, 1. Januar 2024 um 14:30
    if (skip("@") || skipWord("at") || skipWord("um") || skipWord("\u00E0") || skipWord("kl.") || skipWord("o"))
        blanks();
    return true;
}

bool Scanner::fraction(std::int64_t& micros) {
    if (!isDigit(peek())) return false;
    std::int64_t unit = 100'000;
    micros = 0;
    for (; isDigit(peek()); ++at_, unit /= 10) {
        micros += (text_[at_] - '0') * unit;
        isFiner_ = isFiner_ || (unit == 0 && text_[at_] != '0');
    }
    return true;
}

/// Two digits and perhaps a fraction.
bool Scanner::seconds(int& second, std::int64_t& micros) {
    if (!digits(2, second)) return false;
    if (!skip("秒")) skip("초");
    if ((peek() == '.' || peek() == ',' || peek() == ':') && at_ + 1 < text_.size() && isDigit(text_[at_ + 1])) {
        ++at_;
        fraction(micros);
    }
    return true;
}

int Scanner::halfOfDay() {
    // a.m., a. m., am
    const std::size_t before = at_;
    const char letter = static_cast<char>(std::tolower(static_cast<unsigned char>(peek())));
    if (letter == 'a' || letter == 'p') {
        ++at_;
        if (skip(".")) blanks();
        if ((skip("m") || skip("M")) && !isLetter(peek())) {
            skip(".");
            return letter == 'a' ? 1 : 2;
        }
        at_ = before;
    }
    static constexpr std::pair<std::string_view, int> kWords[] = {
        {"πμ", 1},    {"π.μ.", 1},   {"μμ", 2},   {"μ.μ.", 2}, {"öö", 1},   {"ös", 2},   {"de.", 1},  {"du.", 2},
        {"vorm.", 1}, {"nachm.", 2}, {"上午", 1}, {"午前", 1}, {"오전", 1}, {"下午", 2}, {"午後", 2}, {"오후", 2}};
    for (const auto& [word, half] : kWords)
        if (skipWord(word)) return half;
    return 0;
}

bool Scanner::timeOfDay(TimeSniff& look) {
    int hour = 0, minute = 0, second = 0, length = 0;
    std::int64_t micros = 0;
    const bool before12 = skip("上午") || skip("午前") || skip("오전");
    const bool after12 = !before12 && (skip("下午") || skip("午後") || skip("오후"));
    if (before12 || after12) blanks();
    if (!number(2, hour, length)) return false;
    const bool isNamed = skip("时") || skip("時") || skip("点") || skip("시");
    if (isNamed) blanks();
    // 14h30, as in French
    const bool isLettered = !isNamed && text_.size() - at_ == 3 && (peek() == 'h' || peek() == 'H');
    if (isLettered) ++at_;
    if (!isNamed && !isLettered && !skip(":")) return false;
    // 14时
    if (isNamed ? isDigit(peek()) && !number(2, minute, length) : !digits(2, minute)) return false;
    // 9时5分
    const bool isMinute = !skip(":") && (skip("分") || skip("분"));
    if (isMinute) blanks();
    const bool hasSeconds = isMinute ? isDigit(peek()) : at_ > 0 && text_[at_ - 1] == ':';
    if (hasSeconds && !seconds(second, micros)) return false;
    const std::size_t before = at_;
    blanks();
    // 12:30a, as weather stations write it
    const auto isHalf = [&](char letter) {
        const bool isAlone = at_ + 1 >= text_.size() || text_[at_ + 1] == ' ';
        if (!isAlone || std::tolower(static_cast<unsigned char>(peek())) != letter) return false;
        ++at_;
        return true;
    };
    const int half = before12 || after12 ? 0 : halfOfDay();
    const bool morning = before12 || half == 1 || (half == 0 && !after12 && isHalf('a')),
               evening = after12 || half == 2 || (half == 0 && !morning && isHalf('p'));
    if (!morning && !evening)
        at_ = before;
    else if (hour < 1 || hour > 12)
        return false;
    else
        hour = hour % 12 + (evening ? 12 : 0);
    const std::size_t behind = at_;
    blanks();
    if (!skipWord("uhr")) at_ = behind;
    if (hour > 24 || minute > 59 || second > 60 || (hour == 24 && (minute > 0 || second > 0 || micros > 0)))
        return false;
    look.ofDayMicros = ((hour * INT64_C(60) + minute) * 60 + second) * 1'000'000 + micros;
    return true;
}

bool Scanner::hourAtEnd(TimeSniff& look) {
    int hour = 0;
    const std::size_t before = at_;
    // Numbers between blanks are cells of their own.
    if (separator_ != ' ' && digits(2, hour) && hour <= 24 && atEnd()) {
        look.ofDayMicros = hour * INT64_C(3'600'000'000);
        return true;
    }
    at_ = before;
    return false;
}

bool Scanner::duration(TimeSniff& look) {
    constexpr std::int64_t kHour = INT64_C(3'600'000'000);
    const std::size_t start = at_;
    int count = 0, minute = 0, second = 0, length = 0;
    std::int64_t micros = 0;
    if (!number(5, count, length)) return false;
    const std::size_t behind = at_;
    if (peek() != ' ' && peek() != ':' && !isLetter(peek())) {
        at_ = start;
        return false;
    }
    blanks();
    if (skipWord("days") || skipWord("day") || skipWord("d") || skipWord("tage") || skipWord("tag")) {
        skip(",");
        blanks();
        if (timeOfDay(look)) {
            look.ofDayMicros += count * 24 * kHour;
            return true;
        }
    } else {
        at_ = behind;
        if (count >= 24 && skip(":") && digits(2, minute) && minute < 60 && skip(":") && seconds(second, micros) &&
            second < 60) {
            look.ofDayMicros = count * kHour + (minute * INT64_C(60) + second) * 1'000'000 + micros;
            return true;
        }
    }
    at_ = start;
    return false;
}

bool Scanner::dottedClock(TimeSniff& look) {
    int hour = 0, minute = 0, second = 0;
    if (!digits(2, hour) || !skip(".") || !digits(2, minute) || !skip(".") || !digits(2, second) || hour > 24 ||
        minute > 59 || second > 59 || (hour == 24 && (minute > 0 || second > 0)))
        return false;
    look.ofDayMicros = ((hour * INT64_C(60) + minute) * 60 + second) * 1'000'000;
    return true;
}

bool Scanner::namedZone(TimeSniff& look) {
    // Those with one meaning; CST is of China and of America.
    static constexpr std::pair<std::string_view, int> kZones[] = {
        {"CET", 60},   {"CEST", 120}, {"MEZ", 60},    {"MESZ", 120}, {"WET", 0},    {"WEST", 60},
        {"EET", 120},  {"EEST", 180}, {"MSK", 180},   {"JST", 540},  {"KST", 540},  {"AEST", 600},
        {"AEDT", 660}, {"NZST", 720}, {"NZDT", 780},  {"EST", -300}, {"EDT", -240}, {"MDT", -360},
        {"PST", -480}, {"PDT", -420}, {"AKST", -540}, {"AKDT", -480}};
    std::size_t end = at_;
    while (end < text_.size() && text_[end] >= 'A' && text_[end] <= 'Z') ++end;
    for (const auto& [name, minutes] : kZones)
        if (text_.substr(at_, end - at_) == name) {
            at_ = end;
            look.offsetMinutes = minutes;
            return true;
        }
    return false;
}

bool Scanner::zone(TimeSniff& look) {
    const std::size_t before = at_;
    blanks();
    if (skip("Z") || skip("z")) {
        look.offsetMinutes = 0;
        return true;
    }
    if (namedZone(look)) return true;
    if (skipWord("utc") || skipWord("gmt")) look.offsetMinutes = 0;
    const char sign = peek();
    if (sign != '+' && sign != '-') {
        if (!look.offsetMinutes) at_ = before;
        return true;
    }
    ++at_;
    int hours = 0, minutes = 0;
    if (!digits(2, hours)) return false;
    skip(":");
    if (!atEnd() && !digits(2, minutes)) return false;
    if (hours > 15 || minutes > 59) return false;
    look.offsetMinutes = (hours * 60 + minutes) * (sign == '-' ? -1 : 1);
    return true;
}

}  // namespace gatelab::time_text
