// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/tensorboard_events.h"

#include "io/protobuf.h"

#include <array>
#include <bit>
#include <cstddef>

namespace gatelab {

namespace {

constexpr std::uint32_t kPolynomial = 0x82F63B78, kMaskAdded = 0xA282EAD8;

constexpr std::array<std::uint32_t, 256> kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit) value = (value & 1) != 0 ? value >> 1 ^ kPolynomial : value >> 1;
        table[i] = value;
    }
    return table;
}();

/// Little-endian, as the format wants it on any machine.
template <class Number>
std::string littleEndian(Number number) {
    std::string bytes;
    for (std::size_t i = 0; i < sizeof number; ++i, number >>= 8) bytes.push_back(static_cast<char>(number & 0xFF));
    return bytes;
}

std::uint32_t masked(std::string_view bytes) { return std::rotr(crc32c(bytes), 15) + kMaskAdded; }

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
    std::uint32_t value = ~0u;
    for (const char byte : bytes) value = kTable[(value ^ static_cast<unsigned char>(byte)) & 0xFF] ^ value >> 8;
    return ~value;
}

TensorboardEvents::TensorboardEvents(double wall) {
    add(ProtobufMessage().real(1, wall).text(3, "brain.Event:2").bytes());
}

void TensorboardEvents::addScalar(std::string_view tag, std::int64_t step, double wall, double value) {
    const auto scalar = ProtobufMessage().text(1, tag).shortReal(2, static_cast<float>(value));
    add(ProtobufMessage().real(1, wall).integer(2, step).message(5, ProtobufMessage().message(1, scalar)).bytes());
}

void TensorboardEvents::add(const std::string& record) {
    const std::string length = littleEndian(static_cast<std::uint64_t>(record.size()));
    bytes_ += length + littleEndian(masked(length)) + record + littleEndian(masked(record));
}

}  // namespace gatelab
