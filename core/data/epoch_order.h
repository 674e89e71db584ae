// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace gatelab {

/// Numbers 0 to count - 1 in the order of an epoch (Fisher and Yates, counter-based).
std::vector<std::int64_t> epochOrder(std::int64_t count, std::uint64_t seed, std::int64_t epoch, bool shuffle);

}  // namespace gatelab
