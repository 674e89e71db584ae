// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/crc.h"

#include <array>
#include <bit>
#include <cstddef>

namespace gatelab {

namespace {

using Table = std::array<std::uint32_t, 256>;

/// Of a polynomial whose bits are reflected.
constexpr Table tableOf(std::uint32_t polynomial) {
    Table table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit) value = (value & 1) != 0 ? value >> 1 ^ polynomial : value >> 1;
        table[i] = value;
    }
    return table;
}

constexpr Table kCastagnoli = tableOf(0x82F63B78), kIso = tableOf(0xEDB88320);
constexpr std::uint32_t kMaskAdded = 0xA282EAD8;

std::uint32_t crc(const Table& table, std::string_view bytes) {
    std::uint32_t value = ~0u;
    for (const char byte : bytes) value = table[(value ^ static_cast<unsigned char>(byte)) & 0xFF] ^ value >> 8;
    return ~value;
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) { return crc(kCastagnoli, bytes); }
std::uint32_t crc32(std::string_view bytes) { return crc(kIso, bytes); }
std::uint32_t maskedCrc32c(std::string_view bytes) { return std::rotr(crc32c(bytes), 15) + kMaskAdded; }

}  // namespace gatelab
