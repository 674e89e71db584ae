// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// How a .npy file begins and its numbers are written (NumPy's NEP 1, version 1.0).
namespace gatelab {

/// type: "<f8", "<U12"; the values follow, row-major.
inline std::string npyHead(std::string_view type, const std::vector<std::int64_t>& shape) {
    std::string dict = "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (";
    for (std::size_t i = 0; i < shape.size(); ++i) dict += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    dict += shape.size() == 1 ? ",), }" : "), }";  // one number in brackets is no tuple in Python
    constexpr std::size_t kStart = 10, kAligned = 64;
    while ((kStart + dict.size() + 1) % kAligned != 0) dict += ' ';
    dict += '\n';
    std::string head("\x93NUMPY\x01\0", 8);
    head += static_cast<char>(dict.size() & 255);
    head += static_cast<char>(dict.size() >> 8);
    return head + dict;
}

inline void appendNpyNumber(std::string& bytes, double value) {
    auto bits = std::bit_cast<std::uint64_t>(value);
    for (int i = 0; i < 8; ++i, bits >>= 8) bytes += static_cast<char>(bits & 255);
}

}  // namespace gatelab
