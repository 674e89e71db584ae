// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/cell_reason.h"

#include "data/csv_numbers.h"

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

}  // namespace

Phrase whyNoNumber(std::string_view cell) {
    cell = trimCell(cell);
    if (hasOtherDigits(cell)) return GATELAB_TEXT("Reading", "its digits are of another script; write 0 to 9");
    if (cell.starts_with("=")) return GATELAB_TEXT("Reading", "it is a formula; write its value");
    if (cell.size() > 2 && cell[0] == '0' && (cell[1] == 'x' || cell[1] == 'X'))
        return GATELAB_TEXT("Reading", "it is a hexadecimal number; write a decimal one");
    // The longest beginning that is a number, with a unit or a remark behind it
    const auto last = std::find_if(cell.rbegin(), cell.rend(), isDigit);
    const std::size_t end = static_cast<std::size_t>(cell.rend() - last);
    const bool hasLetters = std::any_of(cell.begin() + static_cast<std::ptrdiff_t>(end), cell.end(), isLetter);
    if (end > 0 && hasLetters && lookAtNumber(trimCell(cell.substr(0, end))).mask != 0)
        return GATELAB_TEXT("Reading",
                            "a unit or a remark stands behind the number; write it into the name of the column");
    static constexpr std::string_view kCurrencies[] = {"EUR", "USD", "GBP",    "CHF",    "CNY",
                                                       "JPY", "$",   "\u20AC", "\u00A3", "\u00A5"};
    for (const std::string_view currency : kCurrencies)
        if (cell.starts_with(currency) && lookAtNumber(trimCell(cell.substr(currency.size()))).mask != 0)
            return GATELAB_TEXT("Reading", "a currency stands before the number; write it into the name of the column");
    return {};
}

}  // namespace gatelab
