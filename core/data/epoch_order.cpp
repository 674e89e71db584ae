// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/epoch_order.h"

#include "base/rng.h"

#include <algorithm>
#include <numeric>

namespace gatelab {
namespace {

void shuffle(std::vector<std::int64_t>& order, Rng rng) {
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
}

std::int64_t quotientUp(std::int64_t number, std::int64_t by) { return (number + by - 1) / by; }

}  // namespace

std::vector<std::int64_t> epochOrder(std::int64_t count, std::uint64_t seed, std::int64_t epoch, bool isShuffled) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    if (isShuffled) shuffle(order, Rng(seed, RandomPurpose::Order, static_cast<std::uint64_t>(epoch)));
    return order;
}

BlockOrder::BlockOrder(std::int64_t count, std::int64_t block, std::uint64_t seed, std::int64_t epoch)
    : count_(count),
      block_(block),
      seed_(seed),
      epoch_(epoch),
      blocks_(epochOrder(quotientUp(count, block), seed, epoch, true)),
      shortGroup_((std::ranges::max_element(blocks_) - blocks_.begin()) / kOpenBlocks) {}

std::int64_t BlockOrder::groups() const { return quotientUp(std::ssize(blocks_), kOpenBlocks); }

std::int64_t BlockOrder::firstOf(std::int64_t group) const {
    if (group >= groups()) return count_;
    const std::int64_t lacking = std::ssize(blocks_) * block_ - count_;
    return group * kOpenBlocks * block_ - (group > shortGroup_ ? lacking : 0);
}

std::int64_t BlockOrder::groupAt(std::int64_t place) const {
    const std::int64_t group = std::min(place / (kOpenBlocks * block_), groups() - 1);
    return group + 1 < groups() && place >= firstOf(group + 1) ? group + 1 : group;
}

std::vector<std::pair<std::int64_t, std::int64_t>> BlockOrder::blocksOf(std::int64_t group) const {
    std::vector<std::pair<std::int64_t, std::int64_t>> found;
    const std::int64_t end = std::min((group + 1) * kOpenBlocks, std::ssize(blocks_));
    for (std::int64_t at = group * kOpenBlocks; at < end; ++at) {
        const std::int64_t first = blocks_[static_cast<std::size_t>(at)] * block_;
        found.emplace_back(first, std::min(block_, count_ - first));
    }
    return found;
}

std::vector<std::int64_t> BlockOrder::examplesOf(std::int64_t group) const {
    std::vector<std::int64_t> order;
    order.reserve(static_cast<std::size_t>(firstOf(group + 1) - firstOf(group)));
    for (const auto& [first, size] : blocksOf(group))
        for (std::int64_t example = first; example < first + size; ++example) order.push_back(example);
    // 2^32 groups of an epoch have a stream each.
    const std::uint64_t stream = static_cast<std::uint64_t>(epoch_) << 32 | static_cast<std::uint64_t>(group);
    shuffle(order, Rng(seed_, RandomPurpose::OrderInBlocks, stream));
    return order;
}

std::int64_t examplesOfBlock(std::int64_t rowValues, std::int64_t stride, std::int64_t windowRows) {
    constexpr std::int64_t kBytes = std::int64_t{4} << 20, kValueBytes = 4, kRowsOfWindow = 4;
    const std::int64_t rows =
        std::max(kBytes / (kValueBytes * std::max<std::int64_t>(1, rowValues)), kRowsOfWindow * windowRows);
    return std::max<std::int64_t>(1, quotientUp(rows, std::max<std::int64_t>(1, stride)));
}

}  // namespace gatelab
