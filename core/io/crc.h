// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace gatelab {

/// CRC32C (Castagnoli) of RFC 3720, as TFRecords have it.
std::uint32_t crc32c(std::string_view bytes);
/// CRC-32 of ISO 3309, as zip and W&B have it.
std::uint32_t crc32(std::string_view bytes);
/// What TFRecords keep of crc32c().
std::uint32_t maskedCrc32c(std::string_view bytes);

/// A little-endian number at the start of the bytes, which are as long.
template <class Number>
Number littleEndianAt(std::string_view bytes) {
    Number number = 0;
    for (std::size_t i = sizeof number; i-- > 0;)
        number = static_cast<Number>(number << 8 | static_cast<unsigned char>(bytes[i]));
    return number;
}

}  // namespace gatelab
