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

}  // namespace gatelab
