// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

/// The wire format of protobuf (https://protobuf.dev/programming-guides/encoding): fields of varint, 64 bits, bytes and
/// 32 bits; groups, which nobody writes any more, are refused. Serves ONNX, event files of TensorBoard and traces of
/// Perfetto.
namespace gatelab {

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

/// A message that grows field by field. A value.
class ProtobufMessage {
public:
    ProtobufMessage& integer(std::uint32_t field, std::int64_t value) {
        return tag(field, WireType::Varint).varint(static_cast<std::uint64_t>(value));
    }
    ProtobufMessage& text(std::uint32_t field, std::string_view value) {
        tag(field, WireType::Bytes).varint(value.size());
        bytes_.append(value);
        return *this;
    }
    ProtobufMessage& message(std::uint32_t field, const ProtobufMessage& inner) { return text(field, inner.bytes_); }
    ProtobufMessage& real(std::uint32_t field, double value) {
        return tag(field, WireType::Fixed64).fixed(std::bit_cast<std::uint64_t>(value));
    }
    ProtobufMessage& shortReal(std::uint32_t field, float value) {
        return tag(field, WireType::Fixed32).fixed(std::bit_cast<std::uint32_t>(value));
    }
    /// The fields of another message behind these.
    ProtobufMessage& append(const ProtobufMessage& other) {
        bytes_ += other.bytes_;
        return *this;
    }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    ProtobufMessage& tag(std::uint32_t field, WireType type) {
        return varint(std::uint64_t{field} << 3 | static_cast<std::uint64_t>(type));
    }
    ProtobufMessage& varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<char>(value | 0x80));
        bytes_.push_back(static_cast<char>(value));
        return *this;
    }
    /// Little-endian on any machine.
    template <class Number>
    ProtobufMessage& fixed(Number number) {
        for (std::size_t i = 0; i < sizeof number; ++i, number >>= 8)
            bytes_.push_back(static_cast<char>(number & 0xFF));
        return *this;
    }
    std::string bytes_;
};

/// One field of a message; of the four values the one of its type counts.
struct ProtobufField {
    std::uint32_t number = 0;
    WireType type = WireType::Varint;
    std::uint64_t bits = 0;  ///< of varint, 64 and 32 bits
    std::string_view bytes;  ///< within what is read
    [[nodiscard]] std::int64_t integer() const { return static_cast<std::int64_t>(bits); }
    [[nodiscard]] double real() const { return std::bit_cast<double>(bits); }
    [[nodiscard]] float shortReal() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
};

/// Reads the fields of a message one after the other; takes no memory and looks at nothing outside of the bytes, which
/// outlive it. Of a message that is cut or damaged the fields before the fault are told.
class ProtobufReader {
public:
    explicit ProtobufReader(std::string_view bytes) : bytes_(bytes) {}
    /// False: there is no further field, or it is damaged.
    bool next(ProtobufField& field);
    /// Corrupt, with the byte at which the reading stopped; done: all bytes made sense.
    [[nodiscard]] Result<> ended() const;

private:
    bool varint(std::uint64_t& value);
    bool fixed(std::size_t count, std::uint64_t& value);
    std::string_view bytes_;
    std::size_t at_ = 0;
    bool damaged_ = false;
};

}  // namespace gatelab
