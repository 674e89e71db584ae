// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace gatelab {

/// The value of a number of 16 bits (IEEE 754, binary16).
inline double halfFloat(std::uint64_t bits) {
    const auto exponent = static_cast<int>(bits >> 10 & 31);
    const auto digits = static_cast<double>(bits & 1023);
    double value = std::ldexp(digits, -24);
    if (exponent == 31)
        value = digits > 0 ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
    else if (exponent > 0)
        value = std::ldexp(1024 + digits, exponent - 25);
    return (bits & 0x8000) != 0 ? -value : value;
}

}  // namespace gatelab
