// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gatelab {

/// An event file of TensorBoard in memory: TFRecords (length, masked CRC32C of it, bytes, masked CRC32C of them), each
/// an Event of protobuf. Values are rounded to float, which is all that the format shows; times are seconds since 1970
/// UTC. The name of the file must hold "tfevents".
class TensorboardEvents {
public:
    explicit TensorboardEvents(double wall);
    void addScalar(std::string_view tag, std::int64_t step, double wall, double value);
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    void add(const std::string& record);
    std::string bytes_;
};

}  // namespace gatelab
