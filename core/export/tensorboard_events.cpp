// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/tensorboard_events.h"

#include "io/crc.h"
#include "io/protobuf.h"

#include <cstddef>

namespace gatelab {

namespace {

/// Little-endian, as the format wants it on any machine.
template <class Number>
std::string littleEndian(Number number) {
    std::string bytes;
    for (std::size_t i = 0; i < sizeof number; ++i, number >>= 8) bytes.push_back(static_cast<char>(number & 0xFF));
    return bytes;
}

}  // namespace

TensorboardEvents::TensorboardEvents(double wall) {
    add(ProtobufMessage().real(1, wall).text(3, "brain.Event:2").bytes());
}

void TensorboardEvents::addScalar(std::string_view tag, std::int64_t step, double wall, double value) {
    const auto scalar = ProtobufMessage().text(1, tag).shortReal(2, static_cast<float>(value));
    add(ProtobufMessage().real(1, wall).integer(2, step).message(5, ProtobufMessage().message(1, scalar)).bytes());
}

void TensorboardEvents::add(const std::string& record) {
    const std::string length = littleEndian(static_cast<std::uint64_t>(record.size()));
    bytes_ += length + littleEndian(maskedCrc32c(length)) + record + littleEndian(maskedCrc32c(record));
}

}  // namespace gatelab
