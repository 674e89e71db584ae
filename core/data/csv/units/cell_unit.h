// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace gatelab {

/// A number with its unit behind it, "12.5 kW", "21°C", "3.2 m/s": both as they stand there. Currencies and percent
/// signs are not among them (MoneyCell, NumberSniff).
struct UnitCell {
    std::string_view number, unit;
    [[nodiscard]] bool found() const { return !unit.empty(); }
};
/// Not found: the cell is no number with a unit that is known, with or without a prefix of the SI (kW, MWh, µs), alone
/// or as quotient or product of several. A label such as 3B is none: a capital letter right behind a whole number is a
/// unit only where it is V, W, J or N.
UnitCell sniffUnit(std::string_view cell);

/// A number with a word or letter for thousand, million, billion behind it, "2.53M", "812.4K", "$1.1 bn", "3,2 Mio.":
/// what is written before it, perhaps with a currency, and by which power of ten it is meant.
struct MagnitudeCell {
    std::string_view number, word;
    int power = 0;
    [[nodiscard]] bool found() const { return power != 0; }
};
/// Not found: nothing of the kind is behind a digit. Whether K is a thousand or a kelvin only the column can tell.
MagnitudeCell sniffMagnitude(std::string_view cell);
/// Whether the word is a unit of measurement as well (K, B, T).
bool isUnitToo(std::string_view magnitude);

}  // namespace gatelab
