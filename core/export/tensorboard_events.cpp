// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/tensorboard_events.h"

#include <array>
#include <bit>
#include <cstddef>

namespace gatelab {

namespace {

constexpr std::uint32_t kPolynomial = 0x82F63B78, kMaskAdded = 0xA282EAD8;
enum WireType : std::uint64_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

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

/// Fields of protobuf, one after the other.
class Message {
public:
    Message& integer(std::uint64_t field, std::int64_t value) {
        return varint(field << 3 | kVarint).varint(static_cast<std::uint64_t>(value));
    }
    Message& text(std::uint64_t field, std::string_view value) {
        varint(field << 3 | kBytes).varint(value.size());
        bytes_.append(value);
        return *this;
    }
    Message& real(std::uint64_t field, double value) {
        varint(field << 3 | kFixed64);
        bytes_ += littleEndian(std::bit_cast<std::uint64_t>(value));
        return *this;
    }
    Message& shortReal(std::uint64_t field, float value) {
        varint(field << 3 | kFixed32);
        bytes_ += littleEndian(std::bit_cast<std::uint32_t>(value));
        return *this;
    }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    Message& varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<char>(value | 0x80));
        bytes_.push_back(static_cast<char>(value));
        return *this;
    }
    std::string bytes_;
};

std::uint32_t masked(std::string_view bytes) { return std::rotr(crc32c(bytes), 15) + kMaskAdded; }

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
    std::uint32_t value = ~0u;
    for (const char byte : bytes) value = kTable[(value ^ static_cast<unsigned char>(byte)) & 0xFF] ^ value >> 8;
    return ~value;
}

TensorboardEvents::TensorboardEvents(double wall) { add(Message().real(1, wall).text(3, "brain.Event:2").bytes()); }

void TensorboardEvents::addScalar(std::string_view tag, std::int64_t step, double wall, double value) {
    const Message scalar = Message().text(1, tag).shortReal(2, static_cast<float>(value));
    add(Message().real(1, wall).integer(2, step).text(5, Message().text(1, scalar.bytes()).bytes()).bytes());
}

void TensorboardEvents::add(const std::string& record) {
    const std::string length = littleEndian(static_cast<std::uint64_t>(record.size()));
    bytes_ += length + littleEndian(masked(length)) + record + littleEndian(masked(record));
}

}  // namespace gatelab
