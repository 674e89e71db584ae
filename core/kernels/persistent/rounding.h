// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/persistent/job.h"

#include <cmath>
#include <cstring>

namespace gatelab::persistent {

/// To nearest, ties to even, with `kDropped` bits of the mantissa dropped; NaN and infinity stay what they are.
template <int kDropped>
GATELAB_KERNEL float roundedMantissa(float value) {
    std::uint32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x7F800000u) == 0x7F800000u) return value;
    bits += (1u << (kDropped - 1)) - 1u + ((bits >> kDropped) & 1u);
    bits &= ~((1u << kDropped) - 1u);
    memcpy(&value, &bits, sizeof bits);
    return value;
}

template <Products kProducts, class T>
GATELAB_KERNEL T rounded(T value) {
    if constexpr (kProducts == Products::Tf32) return static_cast<T>(roundedMantissa<13>(static_cast<float>(value)));
    if constexpr (kProducts == Products::Bf16) return static_cast<T>(roundedMantissa<16>(static_cast<float>(value)));
    return value;
}

/// A weight in shared memory.
template <Products kProducts, class T>
struct Stored {
    T value;
    GATELAB_KERNEL void set(T given) { value = rounded<kProducts>(given); }
    [[nodiscard]] GATELAB_KERNEL T get() const { return value; }
};
template <class T>
struct Stored<Products::Bf16, T> {
    std::uint16_t bits;
    GATELAB_KERNEL void set(T given) {
        const auto value = static_cast<float>(rounded<Products::Bf16>(given));
        std::uint32_t all = 0;
        memcpy(&all, &value, sizeof all);
        bits = static_cast<std::uint16_t>(all >> 16);
    }
    [[nodiscard]] GATELAB_KERNEL T get() const {
        const std::uint32_t all = std::uint32_t{bits} << 16;
        float value = 0;
        memcpy(&value, &all, sizeof value);
        return static_cast<T>(value);
    }
};

template <class T>
GATELAB_KERNEL T sigmoid(T x) {
    using std::exp;
    return T(1) / (T(1) + exp(-x));
}
template <class T>
GATELAB_KERNEL T tangent(T x) {
    using std::tanh;
    return tanh(x);
}

}  // namespace gatelab::persistent
