// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace gatelab {

/// What is to be written of a unit beside the name of its column: nothing where the name ends with it, as a word of its
/// own or in brackets ("Change %", "load [kW]").
inline std::string unitBeside(const std::string& name, const std::string& unit) {
    constexpr const char* kBetween = " ([_";
    for (const char* close : {"", ")", "]"}) {
        const std::string end = unit + close;
        if (unit.empty() || !name.ends_with(end)) continue;
        const std::size_t at = name.size() - end.size();
        if (at == 0 || unit == "%" || std::string(kBetween).find(name[at - 1]) != std::string::npos) return {};
    }
    return unit;
}

}  // namespace gatelab
