// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Passes over the bytes of a text, 16 to 64 at once.
namespace gatelab::byte_marks {

/// What a piece of text holds.
struct Facts {
    std::int64_t ends = 0;  ///< LF
    bool high = false;      ///< a byte of 128 or more
    bool zeros = false;
    bool loneReturns = false;  ///< a CR with another byte than LF behind it, in the piece
};

/// The same answers on every processor; `name`: the instructions that are used.
struct ByteKernels {
    const char* name;
    Facts (*look)(std::string_view piece);
    /// The places of each byte that is `a`, `b`, LF or CR, in their order; how many. `places`: room for one per byte,
    /// and 64 more.
    std::size_t (*find)(std::string_view piece, char a, char b, std::uint32_t* places);
};
const ByteKernels& kernels();

}  // namespace gatelab::byte_marks
