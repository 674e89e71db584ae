// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/protobuf.h"

namespace gatelab {

namespace {
constexpr std::uint64_t kMostField = (std::uint64_t{1} << 29) - 1;
}

bool ProtobufReader::varint(std::uint64_t& value) {
    value = 0;
    for (unsigned shift = 0; at_ < bytes_.size(); shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes_[at_++]);
        // The tenth byte has room for one bit.
        if (shift == 63 && byte > 1) return false;
        value |= std::uint64_t{byte & 0x7Fu} << shift;
        if (byte < 0x80) return true;
    }
    return false;
}

bool ProtobufReader::fixed(std::size_t count, std::uint64_t& value) {
    if (bytes_.size() - at_ < count) return false;
    value = 0;
    for (std::size_t i = count; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes_[at_ + i]);
    at_ += count;
    return true;
}

bool ProtobufReader::next(ProtobufField& field) {
    if (damaged_ || at_ == bytes_.size()) return false;
    const std::size_t from = at_;
    std::uint64_t tag = 0;
    bool good = varint(tag) && tag >> 3 >= 1 && tag >> 3 <= kMostField;
    field = {static_cast<std::uint32_t>(tag >> 3), static_cast<WireType>(tag & 7), 0, {}};
    if (good) switch (field.type) {
            case WireType::Varint:
                good = varint(field.bits);
                break;
            case WireType::Fixed64:
                good = fixed(8, field.bits);
                break;
            case WireType::Fixed32:
                good = fixed(4, field.bits);
                break;
            case WireType::Bytes:
                good = varint(field.bits) && field.bits <= bytes_.size() - at_;
                if (good) field.bytes = bytes_.substr(at_, field.bits), at_ += field.bits;
                break;
            default:
                good = false;
        }
    if (!good) at_ = from, damaged_ = true;
    return good;
}

Result<> ProtobufReader::ended() const {
    if (!damaged_ && at_ == bytes_.size()) return {};
    return Error{ErrorCode::Corrupt,
                 {GATELAB_TEXT("Files", "the message is damaged or cut at byte %1 of %2"), {at_, bytes_.size()}}};
}

}  // namespace gatelab
