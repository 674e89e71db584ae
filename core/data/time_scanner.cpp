// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/time_scanner.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <vector>

namespace gatelab::time_text {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

constexpr std::array<std::string_view, 12> kMonths = {"january",   "february", "march",    "april",
                                                      "may",       "june",     "july",     "august",
                                                      "september", "october",  "november", "december"};
/// Names in other languages, long and short, in lower case: German, French, Spanish, Italian, Portuguese, Chinese.
/// Longer ones first where one begins another.
constexpr std::array<std::string_view, 12> kOtherMonths = {
    "januar jänner jan jän janvier janv enero ene gennaio gen janeiro 一月",
    "februar feb feber février févr fév fevrier fevr febrero febbraio febb fevereiro fev 二月",
    "märz mär mrz maerz mars marzo mar março marco 三月",
    "april avril avr abril abr aprile 四月",
    "mai mayo maggio mag maio 五月",
    "juni jun juin junio giugno giu junho 六月",
    "juli jul juillet juil julio luglio lug julho 七月",
    "august aug août aout agosto ago agos 八月",
    "september sep sept septembre septiembre setiembre set settembre sett setembro 九月",
    "oktober okt octobre oct octubre ottobre ott outubro out 十月",
    "november nov novembre noviembre novembro 十一月",
    "dezember dez décembre déc decembre diciembre dic dicembre dezembro 十二月"};
constexpr std::string_view kOtherWeekdays =
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so lundi mardi mercredi "
    "jeudi vendredi samedi dimanche lun mer jeu ven sam dim "
    "lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica "
    "segunda terça quarta quinta sexta "
    "星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 周一 周二 周三 周四 周五 周六 周日";

/// Of one byte of UTF-8; capitals of Latin-1 (É, Ä) are C3 80 to C3 9E.
char lowerByte(std::string_view text, std::size_t at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) return static_cast<char>(std::tolower(byte));
    const bool capital =
        at > 0 && static_cast<unsigned char>(text[at - 1]) == 0xC3 && byte >= 0x80 && byte <= 0x9E && byte != 0x97;
    return static_cast<char>(capital ? byte + 0x20 : byte);
}

constexpr std::array<std::string_view, 7> kWeekdays = {"monday", "tuesday",  "wednesday", "thursday",
                                                       "friday", "saturday", "sunday"};

/// Names with the number of what they name, from 1 on; by their first byte, and of those the first one that fits
/// counts.
class Names {
public:
    struct Name {
        std::string_view word;
        int number;
    };
    void add(std::string_view word, int number) {
        byFirst_[static_cast<unsigned char>(word.front())].push_back({word, number});
    }
    /// Words between blanks.
    void addAll(std::string_view words, int number) {
        for (std::size_t end = 0; !words.empty(); words.remove_prefix(std::min(end + 1, words.size()))) {
            end = std::min(words.find(' '), words.size());
            add(words.substr(0, end), number);
        }
    }
    [[nodiscard]] const std::vector<Name>& from(char first) const {
        return byFirst_[static_cast<unsigned char>(first)];
    }

private:
    std::array<std::vector<Name>, 256> byFirst_;
};

const Names& months() {
    static const Names kNames = [] {
        Names names;
        for (int m = 0; m < 12; ++m) {
            const std::string_view name = kMonths[static_cast<std::size_t>(m)];
            names.add(name, m + 1), names.add(name.substr(0, 3), m + 1);
            if (m == 8) names.add(name.substr(0, 4), m + 1);
        }
        for (int m = 0; m < 12; ++m) names.addAll(kOtherMonths[static_cast<std::size_t>(m)], m + 1);
        return names;
    }();
    return kNames;
}

const Names& otherWeekdays() {
    static const Names kNames = [] {
        Names names;
        names.addAll(kOtherWeekdays, 1);
        return names;
    }();
    return kNames;
}

}  // namespace

bool Scanner::take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
}

bool Scanner::takeWord(std::string_view lower) {
    if (text_.size() - at_ < lower.size()) return false;
    for (std::size_t i = 0; i < lower.size(); ++i)
        if (lowerByte(text_, at_ + i) != lower[i]) return false;
    const char next = at_ + lower.size() < text_.size() ? text_[at_ + lower.size()] : '\0';
    if ((isLetter(next) && isLetter(lower.back())) || next == '\xC3') return false;
    at_ += lower.size();
    return true;
}

void Scanner::blanks() {
    while (peek() == ' ' || peek() == '\t') ++at_;
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
    for (const auto& [word, month] : months().from(lowerByte(text_, at_)))
        if (takeWord(word)) {
            skip(".");
            return month;
        }
    return 0;
}

void Scanner::weekday() {
    if (!isLetter(peek()) && static_cast<unsigned char>(peek()) < 0x80) return;
    const std::size_t before = at_;
    const auto& names = otherWeekdays().from(lowerByte(text_, at_));
    if (std::ranges::any_of(names, [this](const Names::Name& name) { return takeWord(name.word); })) {
        skip(".");
        skip(",");
        blanks();
        if (isDigit(peek())) return;
        at_ = before;  // "mar" is a month as well
    }
    for (const std::string_view day : kWeekdays) {
        if (!skipWord(day) && !skipWord(day.substr(0, 3))) continue;
        skip(".");
        skip(",");
        blanks();
        return;
    }
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
    if (skip("年") || skip("月")) return true;
    // 1st, 1er, 1º
    if (at_ > 0 && isDigit(text_[at_ - 1]))
        for (const std::string_view ordinal : {"st", "nd", "rd", "th", "er", "º", "°"})
            if (skipWord(ordinal)) break;
    const char c = peek();
    if (c != '-' && c != '/' && c != '.' && c != ' ' && c != ',') return false;
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
    return at_ > before;
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
    skip("秒");
    if ((peek() == '.' || peek() == ',' || peek() == ':') && at_ + 1 < text_.size() && isDigit(text_[at_ + 1])) {
        ++at_;
        fraction(micros);
    }
    return true;
}

bool Scanner::timeOfDay(TimeSniff& look) {
    int hour = 0, minute = 0, second = 0, length = 0;
    std::int64_t micros = 0;
    const bool before12 = skip("上午") || skip("午前") || skip("오전");
    const bool after12 = !before12 && (skip("下午") || skip("午後") || skip("오후"));
    if (before12 || after12) blanks();
    if (!number(2, hour, length)) return false;
    const bool isNamed = skip("时") || skip("時") || skip("点");
    if (!isNamed && !skip(":")) return false;
    // 14时
    if (isNamed ? isDigit(peek()) && !number(2, minute, length) : !digits(2, minute)) return false;
    // 9时5分
    const bool hasSeconds = skip(":") || (skip("分") && isDigit(peek()));
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
    const bool morning = before12 || skipWord("am") || skipWord("a.m.") || isHalf('a'),
               evening = after12 || (!morning && (skipWord("pm") || skipWord("p.m.") || isHalf('p')));
    if (!morning && !evening)
        at_ = before;
    else if (hour < 1 || hour > 12)
        return false;
    else
        hour = hour % 12 + (evening ? 12 : 0);
    if (hour > 24 || minute > 59 || second > 60 || (hour == 24 && (minute > 0 || second > 0 || micros > 0)))
        return false;
    look.ofDayMicros = ((hour * INT64_C(60) + minute) * 60 + second) * 1'000'000 + micros;
    return true;
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
