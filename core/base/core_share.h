// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace gatelab {

/// How many cores each of the runs that train together may use now: a value that they share (SharedValues), written by
/// who looks after them and read by their training threads before each step. No bit depends on it.
struct CoreShare {
    static constexpr const char* kKey = "cores:each";
    std::shared_ptr<std::atomic<std::int64_t>> each = std::make_shared<std::atomic<std::int64_t>>(1);
};

}  // namespace gatelab
