// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ranks/compression.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace gatelab {

/// Gradients and losses of the blocks of a batch, of T = float or double.
template <class T>
struct GradientBlocks {
    std::span<const T* const> gradients;  ///< by block, each as long as all parameters
    std::span<double> losses;             ///< by block; those of other ranks are filled in
    /// Computes blocks first to last - 1; more than once where a rank was lost
    std::function<void(std::int64_t first, std::int64_t last)> compute;
    std::vector<std::pair<std::span<T>, std::int64_t>> into;  ///< the sum's pieces, and where each lies in a block
    bool adds = false;                                        ///< on top of what is in `into`
    std::int64_t ofFull = 0;                                  ///< blocks of a full batch, where this one may have fewer
};

/// The part of `count` things that is rank's.
struct RankShare {
    std::int64_t first = 0, last = 0;
    [[nodiscard]] std::int64_t count() const { return last - first; }
    static RankShare of(std::int64_t count, int rank, int size) {
        return {count * rank / size, count * (rank + 1) / size};
    }
};

/// Numbers of the sum.
template <class T>
std::int64_t lengthOf(const GradientBlocks<T>& blocks) {
    std::int64_t count = 0;
    for (const auto& piece : blocks.into) count += std::ssize(piece.first);
    return count;
}

/// visit(piece, from, count, at): the numbers from `begin` to `end` as they lie in the sum's pieces; `at`: so far from
/// `begin`.
template <class T, class Visit>
void overPieces(const GradientBlocks<T>& blocks, std::int64_t begin, std::int64_t end, const Visit& visit) {
    std::int64_t before = 0;
    for (std::size_t i = 0; i < blocks.into.size(); ++i) {
        const std::int64_t length = std::ssize(blocks.into[i].first);
        const std::int64_t first = std::max(begin, before), last = std::min(end, before + length);
        if (first < last) visit(i, first - before, last - first, first - begin);
        before += length;
    }
}

/// Numbers on the way, as they are or rounded.
template <class T>
void pack(const T* from, std::int64_t count, bool rounds, std::byte* into) {
    if (!rounds) {
        std::copy_n(reinterpret_cast<const std::byte*>(from), static_cast<std::size_t>(count) * sizeof(T), into);
        return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint16_t bits = toBfloat16(from[i]);
        std::memcpy(into + i * static_cast<std::int64_t>(sizeof bits), &bits, sizeof bits);
    }
}

template <class T>
void unpack(const std::byte* from, std::int64_t count, bool rounds, T* into) {
    if (!rounds) {
        std::copy_n(from, static_cast<std::size_t>(count) * sizeof(T), reinterpret_cast<std::byte*>(into));
        return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        std::uint16_t bits = 0;
        std::memcpy(&bits, from + i * static_cast<std::int64_t>(sizeof bits), sizeof bits);
        into[i] = static_cast<T>(fromBfloat16(bits));
    }
}

}  // namespace gatelab
