// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv_text_cells.h"

#include <algorithm>

namespace gatelab {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Full-width (EF BC 90 to 99), Arabic-Indic (D9 A0 to A9), extended Arabic-Indic (DB B0 to B9) and Devanagari digits
/// (E0 A5 A6 to AF).
bool hasOtherDigits(std::string_view cell) {
    const auto at = [&](std::size_t i) { return i < cell.size() ? static_cast<unsigned char>(cell[i]) : 0u; };
    for (std::size_t i = 0; i < cell.size(); ++i)
        if ((at(i) == 0xEF && at(i + 1) == 0xBC && at(i + 2) >= 0x90 && at(i + 2) <= 0x99) ||
            (at(i) == 0xD9 && at(i + 1) >= 0xA0 && at(i + 1) <= 0xA9) ||
            (at(i) == 0xDB && at(i + 1) >= 0xB0 && at(i + 1) <= 0xB9) ||
            (at(i) == 0xE0 && at(i + 1) == 0xA5 && at(i + 2) >= 0xA6 && at(i + 2) <= 0xAF))
            return true;
    return false;
}

/// Digits, signs and marks at its beginning.
std::string_view leadingNumber(std::string_view cell) {
    return cell.substr(0, std::min(cell.find_first_not_of("0123456789.,'+-"), cell.size()));
}

}  // namespace

Phrase whyNoNumber(std::string_view cell) {
    constexpr std::size_t kLongestUnit = 12;
    cell = trimCell(cell);
    if (hasOtherDigits(cell)) return GATELAB_TEXT("Reading", "its digits are of another script");
    if (cell.starts_with("0x") || cell.starts_with("0X")) return GATELAB_TEXT("Reading", "it is a hexadecimal number");
    const std::string_view number = leadingNumber(cell), rest = trimCell(cell.substr(number.size()));
    if (!number.empty() && lookAtNumber(number).mask != 0) {
        if (rest.starts_with("\u00B1") || rest.starts_with("+/-"))
            return GATELAB_TEXT("Reading", "its error stands behind the number");
        if (rest.starts_with('/') && rest.size() > 1 && std::ranges::all_of(rest.substr(1), isDigit))
            return GATELAB_TEXT("Reading", "it is a fraction");
        if (!rest.empty() && rest.size() <= kLongestUnit && std::ranges::none_of(rest, isDigit))
            return GATELAB_TEXT("Reading", "a unit or a word stands behind the number");
    }
    static constexpr std::string_view kBefore[] = {"$",   "\u20AC", "\u00A3", "\u00A5", "EUR", "USD",
                                                   "CHF", "GBP",    "JPY",    "CNY",    "RMB", "INR",
                                                   "Rs",  "kr",     "<",      ">",      "~",   "\u2248"};
    const std::size_t first = std::min(cell.find_first_of("0123456789"), cell.size());
    if (std::ranges::find(kBefore, trimCell(cell.substr(0, first))) != std::end(kBefore) &&
        lookAtNumber(cell.substr(first)).mask != 0)
        return GATELAB_TEXT("Reading", "a currency or a mark stands before the number");
    return {};
}

void warnOfNumbersInText(const CsvLayout& layout, const TableScan& scan, const CsvRoles& roles,
                         std::vector<ReadWarning>& warnings) {
    for (std::size_t c = 0; c < layout.width; ++c) {
        const ColumnEvidence& e = scan.evidence[c];
        if (!roles.is(c, CsvRole::Text) || e.odds.empty()) continue;
        const Phrase why = whyNoNumber(e.odds.front().text);
        if (why.empty() ||
            !std::ranges::all_of(e.odds, [&](const ColumnEvidence::Odd& odd) { return whyNoNumber(odd.text) == why; }))
            continue;
        warnings.push_back({e.odds.front().line,
                            {GATELAB_TEXT("Reading",
                                          "column '%1' was left out although '%2' looks like a number: %3. Write "
                                          "plain numbers in its place"),
                             {layout.names[c], e.odds.front().text, why}}});
    }
}

}  // namespace gatelab
