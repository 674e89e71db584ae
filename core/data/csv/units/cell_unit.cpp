// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/units/cell_unit.h"

#include "data/csv/numbers.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace gatelab {
namespace {

/// Those that take the prefixes of the SI.
constexpr std::string_view kBases[] = {
    "m",  "g",   "s",   "A",   "K",    "V",    "W",   "J",  "N",   "Pa", "Hz",  "l",   "L",    "Wh", "Ah",
    "VA", "VAh", "var", "VAr", "varh", "VArh", "bar", "eV", "C",   "F",  "H",   "S",   "T",    "Bq", "Gy",
    "Sv", "lx",  "lm",  "cd",  "mol",  "ohm",  "Ω",   "Ω",  "cal", "B",  "bit", "bps", "byte", "t",  "W·h"};
constexpr std::string_view kPrefixes[] = {"k", "M", "G", "T", "P", "m", "µ", "μ", "u", "n", "p", "c", "d", "h"};
/// Those that take none.
constexpr std::string_view kOthers[] = {
    "°",   "°C",   "°F",     "°K",   "ºC",   "℃",    "℉",    "degC", "degF", "deg",   "‰",      "ppm",  "ppb",   "min",
    "h",   "hr",   "hrs",    "d",    "day",  "days", "sec",  "secs", "mins", "rpm",   "RPM",    "mph",  "kph",   "kmh",
    "kt",  "kts",  "kn",     "ft",   "in",   "inch", "yd",   "mi",   "mile", "miles", "lb",     "lbs",  "oz",    "gal",
    "psi", "hp",   "PS",     "dB",   "dBm",  "dBA",  "mmHg", "inHg", "atm",  "ha",    "k",      "Mio",  "Mrd",   "mmol",
    "pcs", "Stk",  "St",     "Stk.", "cfm",  "btu",  "Btu",  "BTU",  "kBtu", "therm", "therms", "year", "years", "mV",
    "度",  "千瓦", "千瓦时", "米",   "公里", "吨",   "公斤", "千克", "件",   "个",    "人",     "次"};

bool isIn(std::string_view word, auto& list) { return std::ranges::find(list, word) != std::end(list); }

/// m, km, m2, km², s^-1
bool isFactor(std::string_view word) {
    static constexpr std::string_view kPowers[] = {"²",   "³",   "⁻¹", "⁻²", "^2", "^3",
                                                   "^-1", "^-2", "-1", "-2", "2",  "3"};
    if (isIn(word, kOthers) || isIn(word, kBases)) return true;
    for (const std::string_view power : kPowers)
        if (word.size() > power.size() && word.ends_with(power))
            return isFactor(word.substr(0, word.size() - power.size()));
    return std::ranges::any_of(kPrefixes, [&](std::string_view prefix) {
        return word.starts_with(prefix) && isIn(word.substr(prefix.size()), kBases);
    });
}

bool isUnit(std::string_view text) {
    constexpr std::size_t kLongest = 16;
    if (text.empty() || text.size() > kLongest) return false;
    if (isFactor(text)) return true;
    for (std::size_t at = 1; at + 1 < text.size(); ++at) {
        const std::size_t dot = text.substr(at).starts_with("·") ? 2 : 0;
        const std::size_t length = dot > 0 ? dot : text[at] == '/' || text[at] == '*' || text[at] == ' ' ? 1 : 0;
        if (length > 0 && isFactor(text.substr(0, at)) && isUnit(text.substr(at + length))) return true;
    }
    return false;
}

/// A capital letter right behind digits: 3B, 12A.
bool isLabel(std::string_view cell, std::string_view number, std::string_view unit) {
    static constexpr std::string_view kMeasured[] = {"V", "W", "J", "N"};
    const bool isAttached = number.size() + unit.size() == cell.size();
    const bool isWhole = number.find_first_not_of("0123456789") == std::string_view::npos;
    return isAttached && isWhole && unit.size() == 1 && unit[0] >= 'A' && unit[0] <= 'Z' && !isIn(unit, kMeasured);
}

}  // namespace

MagnitudeCell sniffMagnitude(std::string_view cell) {
    struct Row {
        std::string_view word;
        int power;
    };
    // The longer ones first: Mn before n would be.
    static constexpr Row kMagnitudes[] = {
        {"thousand", 3}, {"million", 6}, {"billion", 9}, {"trillion", 12}, {"crore", 7}, {"lakh", 5}, {"Mio.", 6},
        {"Mrd.", 9},     {"Tsd.", 3},    {"Mio", 6},     {"Mrd", 9},       {"Tsd", 3},   {"mio", 6},  {"mrd", 9},
        {"mln", 6},      {"bln", 9},     {"Mn", 6},      {"mn", 6},        {"MM", 6},    {"Bn", 9},   {"bn", 9},
        {"BN", 9},       {"tn", 12},     {"Cr", 7},      {"千", 3},        {"万", 4},    {"萬", 4},   {"亿", 8},
        {"億", 8},       {"K", 3},       {"k", 3},       {"M", 6},         {"B", 9},     {"T", 12}};
    constexpr std::size_t kLongest = 40;
    if (cell.size() < 2 || cell.size() > kLongest) return {};
    for (const Row& row : kMagnitudes) {
        if (!cell.ends_with(row.word)) continue;
        const std::string_view number = trimCell(cell.substr(0, cell.size() - row.word.size()));
        if (number.empty() || number.back() < '0' || number.back() > '9') return {};
        if (sniffNumber(number).mask == 0 && !sniffMoney(number).found()) return {};
        return {number, row.word, row.power};
    }
    return {};
}

bool isUnitToo(std::string_view magnitude) { return isUnit(magnitude); }

UnitCell sniffUnit(std::string_view cell) {
    constexpr std::size_t kLongest = 40;
    if (cell.size() < 2 || cell.size() > kLongest) return {};
    // A sign, digits and marks; then the unit
    constexpr std::string_view kBlank = "\xC2\xA0";
    const std::size_t begin = std::min(cell.find_first_of("0123456789"), cell.size());
    std::size_t end = begin;
    for (std::size_t at = begin; at < cell.size();) {
        const bool isBlank = cell.substr(at).starts_with(kBlank);
        const bool isDigit = cell[at] >= '0' && cell[at] <= '9';
        if (!isBlank && !isDigit && std::string_view(".,' ").find(cell[at]) == std::string_view::npos) break;
        at += isBlank ? kBlank.size() : 1;
        if (isDigit) end = at;
    }
    if (end == begin) return {};
    const std::string_view number = cell.substr(0, end), unit = trimCell(cell.substr(end));
    if (!isUnit(unit) || isLabel(cell, number, unit) || sniffNumber(number).mask == 0) return {};
    return {number, unit};
}

}  // namespace gatelab
