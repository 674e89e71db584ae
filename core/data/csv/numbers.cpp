// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/numbers.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include <fast_float/fast_float.h>

namespace gatelab {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// A separator at the start of `text`: its canonical character and its length in bytes; 0 when there is none.
std::pair<char, std::size_t> separatorAt(std::string_view text) {
    const char c = text.front();
    if (c == '.' || c == ',' || c == '\'' || c == ' ') return {c, 1};
    if (text.starts_with("\xC2\xA0")) return {' ', 2};
    if (text.starts_with("\xE2\x80\xAF") || text.starts_with("\xE2\x80\x89")) return {' ', 3};  // narrow no-break, thin
    if (text.starts_with("\xE2\x80\x99")) return {'\'', 3};
    return {'\0', 0};
}

/// A sign, that of typesetters and the dash for it among them.
constexpr std::string_view kSigns[] = {"-", "+", "\xE2\x88\x92", "\xE2\x80\x93"};

std::string_view withoutSign(std::string_view text, bool& negative) {
    const auto* sign = std::ranges::find_if(kSigns, [&](std::string_view known) { return text.starts_with(known); });
    negative = sign != std::end(kSigns) && *sign != "+";
    // Some loggers write the sign in a column of its own: "-   4.8".
    return sign == std::end(kSigns) ? text : trimCell(text.substr(sign->size()));
}

std::string_view withoutPercent(std::string_view text) {
    return text.ends_with('%') ? trimCell(text.substr(0, text.size() - 1)) : text;
}

bool equalsIgnoringCase(std::string_view a, std::string_view b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
               return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
           });
}

bool isInfinity(std::string_view text) {
    return equalsIgnoringCase(text, "inf") || equalsIgnoringCase(text, "infinity");
}

/// The digits of a number before the exponent, cut at its separators.
struct Mantissa {
    static constexpr std::size_t kMax = 12;
    std::array<char, kMax> separators{};
    std::array<std::size_t, kMax + 1> digits{};  ///< digits before the first separator, after the first, ...
    std::size_t count = 0;                       ///< separators
    bool leadingZero = false;
    bool exponent = false;
};

/// False when the text has anything else in it than digits, separators and one exponent.
bool cut(std::string_view text, Mantissa& number) {
    number.leadingZero = text.starts_with('0');
    std::size_t at = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (isDigit(c)) {
            ++number.digits[number.count];
            ++at;
        } else if (c == 'e' || c == 'E' || ((c == 'd' || c == 'D') && number.count > 0)) {  // 1.0D+03 of Fortran
            number.exponent = true;
            ++at;
            if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
            const std::string_view power = text.substr(at);
            return !power.empty() && std::all_of(power.begin(), power.end(), isDigit);
        } else {
            const auto [separator, length] = separatorAt(text.substr(at));
            if (length == 0 || number.count == Mantissa::kMax) return false;
            number.separators[number.count++] = separator;
            at += length;
        }
    }
    return true;
}

bool fits(const Mantissa& number, NumberFormat format) {
    std::size_t groups = number.count;
    if (groups > 0 && number.separators[groups - 1] == format.decimal) --groups;
    // 15,00,000: hundreds of thousands and tens of millions are set apart in India.
    const bool lakhs = groups > 1 && format.thousands == ',' && number.digits[0] <= 2 && number.digits[1] == 2;
    for (std::size_t i = 0; i < groups; ++i)
        if (number.separators[i] != format.thousands || number.digits[i + 1] != (lakhs && i + 1 < groups ? 2 : 3))
            return false;
    if (groups > 0 && (number.digits[0] < 1 || number.digits[0] > 3 || number.leadingZero || number.exponent))
        return false;
    return number.digits[0] > 0 || (number.count > groups && number.digits[number.count] > 0);
}

bool readPlain(std::string_view text, double& value) {
    const auto [end, code] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
    // 1e-400 is nothing, 1e400 is no double: not infinity either.
    const bool read = end == text.data() + text.size() && std::isfinite(value) &&
                      (code == std::errc{} || (code == std::errc::result_out_of_range && value == 0));
    if (!read) value = std::numeric_limits<double>::quiet_NaN();
    return read;
}

}  // namespace

std::string_view trimCell(std::string_view cell) {
    for (;;) {
        if (!cell.empty() &&
            (cell.front() == ' ' || cell.front() == '\t' || cell.front() == '\f' || cell.front() == '\n'))
            cell.remove_prefix(1);
        else if (cell.starts_with("\xC2\xA0"))
            cell.remove_prefix(2);
        else
            break;
    }
    for (;;) {
        if (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t' || cell.back() == '\r' || cell.back() == '\n'))
            cell.remove_suffix(1);
        else if (cell.ends_with("\xC2\xA0"))
            cell.remove_suffix(2);
        else
            break;
    }
    // ="007", as a text is kept from becoming a number in a spreadsheet
    const bool isFormula = cell.size() > 3 && cell[0] == '=' && cell[1] == '"' && cell.find('"', 2) == cell.size() - 1;
    return isFormula ? trimCell(cell.substr(2, cell.size() - 3)) : cell;
}

NumberSniff sniffNumber(std::string_view cell) {
    NumberSniff look;
    if (cell.empty()) return look;
    // Most cells of most files: an optional minus, digits, an optional point, digits.
    std::size_t at = cell.front() == '-' ? 1 : 0;
    const std::size_t start = at;
    while (at < cell.size() && isDigit(cell[at])) ++at;
    const std::size_t whole = at - start;
    if (at == cell.size() && whole > 0) return {kAllFormats, false, true};
    if (whole > 0 && cell[at] == '.') {
        std::size_t after = at + 1;
        while (after < cell.size() && isDigit(cell[after])) ++after;
        if (after == cell.size()) {
            const bool grouped = after - at == 4 && whole <= 3 && cell[start] != '0';
            return {static_cast<NumberMask>(kPointFormats | (grouped ? 1u << 5 : 0u)), false, true};
        }
    }
    bool negative = false;
    std::string_view body = withoutSign(cell, negative);
    look.percent = body.ends_with('%');
    body = withoutPercent(body);
    if (isInfinity(body)) {
        look.mask = look.percent ? 0 : kAllFormats;
        return look;
    }
    Mantissa number;
    if (!body.empty() && cut(body, number))
        for (std::size_t i = 0; i < kNumberFormats.size(); ++i)
            if (fits(number, kNumberFormats[i])) look.mask = static_cast<NumberMask>(look.mask | 1u << i);
    return look;
}

LedgerCell sniffLedger(std::string_view cell) {
    LedgerCell found;
    if (cell.size() > 2 && cell.front() == '(' && cell.back() == ')') {
        found.minus = LedgerCell::Minus::Parentheses;
        found.digits = trimCell(cell.substr(1, cell.size() - 2));
    } else {
        for (const std::string_view sign : kSigns)
            if (sign != "+" && cell.size() > sign.size() && cell.ends_with(sign)) {
                found.minus = LedgerCell::Minus::Behind;
                found.digits = trimCell(cell.substr(0, cell.size() - sign.size()));
            }
    }
    if (found.minus != LedgerCell::Minus::None && !isSigned(found.digits)) found.number = sniffNumber(found.digits);
    return found.number.mask ? found : LedgerCell{};
}

namespace {
/// Of an amount whose currency stands in front of its digits or behind them, and no sign: the digits alone.
void takeCurrency(LedgerCell& amount) {
    const MoneyCell money = sniffMoney(amount.digits);
    const std::size_t size = money.currency.size();
    if (size == 0 || isSigned(money.rest)) return;
    const bool isBefore = amount.digits.starts_with(money.currency);
    if (!isBefore && !amount.digits.ends_with(money.currency)) return;
    amount.digits =
        trimCell(isBefore ? amount.digits.substr(size) : amount.digits.substr(0, amount.digits.size() - size));
    amount.currency = money.currency;
    amount.number = sniffNumber(amount.digits);
}
}  // namespace

LedgerCell sniffSide(std::string_view cell) {
    struct Side {
        std::string_view word;
        bool isCredit, isLetter;
    };
    static constexpr Side kSides[] = {{"DR", false, false}, {"CR", true, false},  {"Dr", false, false},
                                      {"Cr", true, false},  {"dr", false, false}, {"cr", true, false},
                                      {"S", false, true},   {"H", true, true}};
    if (cell.size() < 2 || isDigit(cell.back())) return {};
    for (const Side& side : kSides) {
        if (!cell.ends_with(side.word)) continue;
        LedgerCell found{LedgerCell::Minus::Debits,
                         trimCell(cell.substr(0, cell.size() - side.word.size())),
                         {},
                         side.isCredit,
                         side.isLetter,
                         {}};
        if (found.digits.empty() || isSigned(found.digits)) return {};
        found.number = sniffNumber(found.digits);
        if (found.number.mask == 0) takeCurrency(found);
        return found.number.mask != 0 ? found : LedgerCell{};
    }
    return {};
}

int sideOf(std::string_view cell) {
    // The last ones: debit, credit in Chinese
    static constexpr std::string_view kDebit[] = {"dr", "d", "debit", "dbit", "debet", "soll", "s", "\u501f"},
                                      kCredit[] = {"cr", "c", "credit", "crdt", "kredit", "haben", "h", "\u8d37"};
    constexpr std::size_t kLongest = 6;
    if (cell.empty() || cell.size() > kLongest || static_cast<unsigned char>(cell.front()) < 'A') return 0;
    std::string small;
    for (const char c : cell) small += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (std::ranges::find(kDebit, small) != std::end(kDebit)) return -1;
    return std::ranges::find(kCredit, small) != std::end(kCredit) ? 1 : 0;
}

MoneyCell sniffMoney(std::string_view cell) {
    // Longer ones first
    static constexpr std::string_view kCurrencies[] = {
        "CN\u00A5", "RMB\u00A5", "US$",    "HK$",    "NT$",    "AU$",    "CA$",     "NZ$",     "R$",     "A$",
        "C$",       "S$",        "USD",    "EUR",    "GBP",    "JPY",    "CNY",     "RMB",     "CHF",    "INR",
        "AUD",      "CAD",       "NZD",    "HKD",    "SEK",    "NOK",    "DKK",     "PLN",     "CZK",    "HUF",
        "RUB",      "BRL",       "KRW",    "TRY",    "ZAR",    "MXN",    "z\u0142", "K\u010D", "Ft",     "kr",
        "Rs.",      "Rs",        "$",      "\u20AC", "\u00A3", "\u00A5", "\uFFE5",  "\u5143",  "\u5186", "\u20B9",
        "\u20BD",   "\u20A9",    "\u20BA", "\u20B4", "\u20AA", "\u0E3F", "\u20AB",  "\u00A4"};
    if (cell.size() < 2 || cell.size() > 40) return {};
    const auto digit = std::ranges::find_if(cell, isDigit);
    if (digit == cell.end()) return {};
    const std::size_t first = static_cast<std::size_t>(digit - cell.begin());
    const std::size_t end =
        static_cast<std::size_t>(std::find_if(cell.rbegin(), cell.rend(), isDigit).base() - cell.begin());
    // Before the digits, behind a bracket or a sign; or behind them
    for (const std::string_view currency : kCurrencies)
        for (const bool isBefore : {true, false}) {
            const std::size_t at = isBefore ? cell.substr(0, first).find(currency) : cell.find(currency, end);
            if (at == std::string_view::npos) continue;
            // Rs1 is the name of a column, Rs 1 is not.
            const bool isWord = std::isalpha(static_cast<unsigned char>(currency.back())) != 0;
            if (isBefore && isWord && at + currency.size() == first) continue;
            MoneyCell found{std::string(trimCell(cell.substr(0, at))), cell.substr(at, currency.size())};
            found.rest += trimCell(cell.substr(at + currency.size()));
            if (sniffNumber(found.rest).mask == 0 && sniffLedger(found.rest).minus == LedgerCell::Minus::None) continue;
            return found;
        }
    return {};
}

bool isSigned(std::string_view cell) {
    bool negative = false;
    return !cell.empty() && !isDigit(cell.front()) && withoutSign(cell, negative).size() != cell.size();
}

int signOf(std::string_view cell) {
    if (cell.size() > 3 || std::ranges::find(kSigns, cell) == std::end(kSigns)) return 0;
    return cell == "+" ? 1 : -1;
}

bool parseNumber(std::string_view cell, const NumberSniff& look, std::size_t format, double& value, int power) {
    if ((look.mask >> format & 1u) == 0) return false;
    if (power == 0 && look.plain && (format < 4 || cell.find('.') == std::string_view::npos))
        return readPlain(cell, value);
    bool negative = false;
    const std::string_view body = withoutPercent(withoutSign(cell, negative));
    if (isInfinity(body)) {
        value = negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
        return true;
    }
    char small[64];
    std::string large;
    char* out = small;
    const std::string exponent = power == 0 ? std::string() : "e" + std::to_string(power);
    if (body.size() + 1 + exponent.size() > sizeof small) {
        large.resize(body.size() + 1 + exponent.size());
        out = large.data();
    }
    std::size_t size = 0;
    if (negative) out[size++] = '-';
    const char decimal = kNumberFormats[format].decimal;
    for (std::size_t at = 0; at < body.size();) {
        const auto [separator, length] = separatorAt(body.substr(at));
        if (length == 0) {
            out[size++] = body[at] == 'd' || body[at] == 'D' ? 'e' : body[at];
            ++at;
        } else {
            if (separator == decimal) out[size++] = '.';
            at += length;
        }
    }
    size += exponent.copy(out + size, exponent.size());
    return readPlain({out, size}, value);
}

namespace {
/// Whether a cell is the word, or the number with more zeros behind its decimal mark: "-999.00" is "-999". "-999,000"
/// is that only where a comma is known to be the mark, and "-999.000" not where it is.
bool isSameButZeros(std::string_view cell, std::string_view word, char decimal) {
    if (!cell.starts_with(word) || word.empty()) return false;
    std::string_view rest = cell.substr(word.size());
    if (rest.empty()) return true;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (!isDigit(word.back())) return false;
    if (word.find_first_of(".,") == std::string_view::npos) {
        constexpr std::size_t kThousands = 4;
        const char mark = rest.front();
        if (mark != '.' && mark != ',') return false;
        if (rest.size() == kThousands && mark != (decimal == '\0' ? '.' : decimal)) return false;
        rest.remove_prefix(1);
    }
    return !word.starts_with('0') && rest.find_first_not_of('0') == std::string_view::npos &&
           std::ranges::all_of(word.substr(1), [&](char c) { return isDigit(c) || c == '.' || c == ','; });
}
}  // namespace

bool isMissingWord(std::string_view cell, const std::vector<std::string>& spellings, char decimal) {
    if (cell.empty()) return true;
    if (!spellings.empty())
        return std::ranges::any_of(spellings,
                                   [&](const std::string& one) { return isSameButZeros(cell, one, decimal); });
    static constexpr std::string_view kWords[] = {"na",
                                                  "n/a",
                                                  "nan",
                                                  "null",
                                                  "none",
                                                  "nil",
                                                  "-",
                                                  "--",
                                                  "---",
                                                  "?",
                                                  ".",
                                                  "..",
                                                  "...",
                                                  "*",
                                                  "#n/a",
                                                  "#na",
                                                  "#value!",
                                                  "#div/0!",
                                                  "#num!",
                                                  "#ref!",
                                                  "#null!",
                                                  "#name?",
                                                  "missing",
                                                  "n.a.",
                                                  "n.a",
                                                  "n/e",
                                                  "nd",
                                                  "n.d.",
                                                  "no data",
                                                  "nodata",
                                                  "<na>",
                                                  "nat",
                                                  "-nan",
                                                  "+nan",
                                                  "nan(ind)",
                                                  "-nan(ind)",
                                                  "1.#qnan",
                                                  "-1.#ind",
                                                  "1.#ind",
                                                  "(null)",
                                                  "\\n",
                                                  "_",
                                                  "\xE2\x80\x93",
                                                  "\xE2\x80\x94",
                                                  "\xE7\xBC\xBA\xE5\xA4\xB1",
                                                  "\xE6\x97\xA0"};
    static constexpr std::array<bool, 256> kBegins = [] {
        std::array<bool, 256> begins{};
        for (const std::string_view word : kWords) begins[static_cast<unsigned char>(word.front())] = true;
        return begins;
    }();
    constexpr std::size_t kLongest = 10;
    std::array<char, kLongest> lower{};
    if (cell.size() > kLongest) return false;
    std::ranges::transform(cell, lower.begin(),
                           [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
    return kBegins[static_cast<unsigned char>(lower[0])] &&
           std::ranges::find(kWords, std::string_view(lower.data(), cell.size())) != std::end(kWords);
}

}  // namespace gatelab
