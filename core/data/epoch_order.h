// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace gatelab {

/// Numbers 0 to count - 1 in the order of an epoch (Fisher and Yates, counter-based).
std::vector<std::int64_t> epochOrder(std::int64_t count, std::uint64_t seed, std::int64_t epoch, bool shuffle);

/// An order of an epoch for windows that do not lie in memory: blocks of neighbours come in a random order, and those
/// of kOpenBlocks that follow each other are mixed. It is a function of (count, block, seed, epoch), and no more of it
/// is ever computed than the group that is asked for, so that a few blocks are read at a time and the next ones are
/// known.
class BlockOrder {
public:
    static constexpr std::int64_t kOpenBlocks = 16;

    /// count, block >= 1.
    BlockOrder(std::int64_t count, std::int64_t block, std::uint64_t seed, std::int64_t epoch);
    [[nodiscard]] std::int64_t groups() const;
    /// The group in which the example at this place of the order (0 to count - 1) is.
    [[nodiscard]] std::int64_t groupAt(std::int64_t place) const;
    /// Place of the group's first example; of groups(): count.
    [[nodiscard]] std::int64_t firstOf(std::int64_t group) const;
    /// The group's examples in their order.
    [[nodiscard]] std::vector<std::int64_t> examplesOf(std::int64_t group) const;
    /// First example and number of examples of each of its blocks.
    [[nodiscard]] std::vector<std::pair<std::int64_t, std::int64_t>> blocksOf(std::int64_t group) const;

private:
    std::int64_t count_, block_;
    std::uint64_t seed_;
    std::int64_t epoch_;
    std::vector<std::int64_t> blocks_;  ///< in their order
    std::int64_t shortGroup_;           ///< the one in which the last block of the data is
};

/// Examples of a block: some 4 MiB of the numbers of `rowValues` columns, and four times as many rows as a window has
/// that two blocks share. By the data and settings alone, so that the order is the same on every machine.
std::int64_t examplesOfBlock(std::int64_t rowValues, std::int64_t stride, std::int64_t windowRows);

}  // namespace gatelab
