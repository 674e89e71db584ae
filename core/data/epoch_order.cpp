// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/epoch_order.h"

#include "base/rng.h"

#include <numeric>
#include <utility>

namespace gatelab {

std::vector<std::int64_t> epochOrder(std::int64_t count, std::uint64_t seed, std::int64_t epoch, bool shuffle) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    if (!shuffle) return order;
    Rng rng(seed, RandomPurpose::Order, static_cast<std::uint64_t>(epoch));
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    return order;
}

}  // namespace gatelab
