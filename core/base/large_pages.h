// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include <sys/mman.h>

namespace gatelab {

/// Asks the system for pages of 2 MiB in a block of memory that is not written yet, which take less time to get: a
/// wish, without which the block is as good as any.
inline void wishLargePages(void* block, std::size_t bytes) {
    constexpr std::size_t kPage = 4096, kWorth = std::size_t{4} << 20;
    if (bytes < kWorth) return;
    const auto begin = (reinterpret_cast<std::size_t>(block) + kPage - 1) / kPage * kPage;
    const auto end = (reinterpret_cast<std::size_t>(block) + bytes) / kPage * kPage;
    (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

/// Room in a vector, none of which is touched yet.
template <typename Value>
void reserveInLargePages(std::vector<Value>& values, std::size_t size) {
    values.reserve(size);
    wishLargePages(values.data() + values.size(), (size - values.size()) * sizeof(Value));
}

}  // namespace gatelab
