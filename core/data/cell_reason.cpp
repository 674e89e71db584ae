// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/cell_reason.h"

#include "data/csv/numbers.h"

#include <algorithm>

namespace gatelab {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0; }

/// Arabic, Persian, Devanagari and full-width digits, in UTF-8.
bool hasOtherDigits(std::string_view cell) {
    for (std::size_t i = 0; i + 1 < cell.size(); ++i) {
        const auto byte = [&](std::size_t at) { return at < cell.size() ? static_cast<unsigned char>(cell[at]) : 0u; };
        const unsigned first = byte(i), second = byte(i + 1), third = byte(i + 2);
        if ((first == 0xD9 && second >= 0xA0 && second <= 0xA9) ||
            (first == 0xDB && second >= 0xB0 && second <= 0xB9) ||
            (first == 0xE0 && second == 0xA5 && third >= 0xA6 && third <= 0xAF) ||
            (first == 0xEF && second == 0xBC && third >= 0x90 && third <= 0x99))
            return true;
    }
    return false;
}

/// Digits, signs and marks at its beginning.
std::string_view leadingNumber(std::string_view cell) {
    return cell.substr(0, std::min(cell.find_first_not_of("0123456789.,'+-"), cell.size()));
}

}  // namespace

Phrase whyNoNumber(std::string_view cell) {
    cell = trimCell(cell);
    if (hasOtherDigits(cell)) return GATELAB_TEXT("Reading", "its digits are of another script");
    if (cell.starts_with("=")) return GATELAB_TEXT("Reading", "it is a formula, not its value");
    if (cell.starts_with("0x") || cell.starts_with("0X")) return GATELAB_TEXT("Reading", "it is a hexadecimal number");
    const std::string_view number = leadingNumber(cell), rest = trimCell(cell.substr(number.size()));
    if (!number.empty() && sniffNumber(number).mask != 0) {
        if (rest.starts_with("\u00B1") || rest.starts_with("+/-"))
            return GATELAB_TEXT("Reading", "its error stands behind the number");
        if (rest.starts_with('/') && rest.size() > 1 && std::ranges::all_of(rest.substr(1), isDigit))
            return GATELAB_TEXT("Reading", "it is a fraction");
    }
    // The longest beginning that is a number, with letters behind it
    const auto last = std::find_if(cell.rbegin(), cell.rend(), isDigit);
    const std::size_t end = static_cast<std::size_t>(cell.rend() - last);
    const bool hasLetters = std::any_of(cell.begin() + static_cast<std::ptrdiff_t>(end), cell.end(), isLetter);
    if (end > 0 && hasLetters && sniffNumber(trimCell(cell.substr(0, end))).mask != 0)
        return GATELAB_TEXT("Reading", "a unit or a remark stands behind the number");
    static constexpr std::string_view kBefore[] = {"$",   "\u20AC", "\u00A3", "\u00A5", "EUR", "USD",
                                                   "CHF", "GBP",    "JPY",    "CNY",    "RMB", "INR",
                                                   "Rs",  "kr",     "<",      ">",      "~",   "\u2248"};
    const std::size_t first = std::min(cell.find_first_of("0123456789"), cell.size());
    if (std::ranges::find(kBefore, trimCell(cell.substr(0, first))) != std::end(kBefore) &&
        sniffNumber(cell.substr(first)).mask != 0)
        return GATELAB_TEXT("Reading", "a currency or a mark stands before the number");
    return {};
}

}  // namespace gatelab
