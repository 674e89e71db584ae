// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Numbers as people write them: which ways of writing a cell can belong to, and its value under one of them.
namespace gatelab {

/// A decimal mark with a thousands mark. Bit i of a mask stands for kNumberFormats[i]; the first half has the decimal
/// point.
struct NumberFormat {
    char decimal;
    char thousands;  ///< 0: none; ' ' stands for every kind of blank, '\'' for every apostrophe
};
inline constexpr std::array<NumberFormat, 8> kNumberFormats = {
    {{'.', 0}, {'.', ','}, {'.', ' '}, {'.', '\''}, {',', 0}, {',', '.'}, {',', ' '}, {',', '\''}}};
using NumberMask = std::uint8_t;
inline constexpr NumberMask kPointFormats = 0x0F, kCommaFormats = 0xF0, kAllFormats = 0xFF;
/// Without a thousands mark: kNumberFormats[0] and [4].
inline constexpr NumberMask kPlainFormats = 0x11;
inline constexpr std::size_t kPlainPoint = 0, kPlainComma = 4;
/// 21.107 or 21,107: its one mark can stand before decimals and before thousands, which makes two values. (20'134 is
/// 20134 either way.)
constexpr bool hasTwoValues(NumberMask mask) {
    return ((mask & 1u << 0) != 0 && (mask & 1u << 5) != 0) || ((mask & 1u << 4) != 0 && (mask & 1u << 1) != 0);
}

/// What a cell looks like as a number.
struct NumberSniff {
    NumberMask mask = 0;   ///< formats under which it is a number; 0: under none
    bool percent = false;  ///< "12 %"; the value is 12
    bool plain = false;    ///< digits with at most one point and a minus sign: needs no cleaning under the first format
};

NumberSniff sniffNumber(std::string_view cell);
/// A number below zero as ledgers write it, "(19.41)" or "19.41-": where its minus is, and its digits. With the side of
/// the account behind it, "19.41 DR", "19,41 H": Debits are those below zero, or, where the others have no side,
/// Credits; a currency may stand beside its digits, "$240.00 CR".
struct LedgerCell {
    enum class Minus : std::uint8_t { None, Parentheses, Behind, Debits, Credits };
    Minus minus = Minus::None;
    std::string_view digits;
    NumberSniff number = {};         ///< of the digits
    bool isCredit = false;           ///< its side
    bool isLetter = false;           ///< which is one letter, German "S" (Soll) or "H" (Haben), and not DR or CR
    std::string_view currency = {};  ///< of an amount with its side, as it stands there; empty: none
    [[nodiscard]] bool hasSide() const { return minus == Minus::Debits || minus == Minus::Credits; }
};
LedgerCell sniffLedger(std::string_view cell);
/// Of a number with a side behind it; its minus is Debits.
LedgerCell sniffSide(std::string_view cell);
/// -1 of a cell that says debit and nothing else, 1 of one that says credit: "DR", "Haben", "C", "CRDT"; 0: neither.
int sideOf(std::string_view cell);
/// An amount with its currency, "$1,234.50", "-1.234,50 €", "(CHF 12)": the cell without it, and the currency as it
/// stands there; none: it is no such cell.
struct MoneyCell {
    std::string rest;
    std::string_view currency;
    [[nodiscard]] bool found() const { return !currency.empty(); }
};
MoneyCell sniffMoney(std::string_view cell);
/// -1 or 1 of a cell that is a sign and nothing else, as some exports write it into a column of its own; 0: it is none.
int signOf(std::string_view cell);
/// Whether a number has a sign in front of its digits.
bool isSigned(std::string_view cell);
/// The value under kNumberFormats[format]. False when the cell is not a number there, or too large for a double.
/// power: times 10 to it, rounded once.
bool parseNumber(std::string_view cell, const NumberSniff& look, std::size_t format, double& value, int power = 0);

/// Blanks (also no-break ones) removed from both ends, and the mark of a new page from the beginning; of ="007", the
/// formula that keeps a text one in a spreadsheet, the text.
std::string_view trimCell(std::string_view cell);
/// Whether a trimmed cell says "no value here". An empty list means the usual spellings (NA, NaN, null, -, ?, ...), in
/// any case; a number of a list also means it with more zeros behind its decimal mark ("-999.00" of "-999").
/// decimal: that mark; 0: not known.
bool isMissingWord(std::string_view cell, const std::vector<std::string>& spellings, char decimal = '\0');

}  // namespace gatelab
