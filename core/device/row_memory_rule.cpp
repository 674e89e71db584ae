// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/row_memory_rule.h"

#include "base/cache_folder.h"
#include "device/monitor.h"

#include <cstdint>

namespace gatelab {
namespace {

/// What host and group leave. A limit of the address space (RLIMIT_AS, which --memory-limit sets) says nothing of it:
/// files take as much of that as memory does, and a run would only be slower and in another order.
std::uint64_t freeMemory() { return addressSpace().limit > 0 ? UINT64_MAX : freeHostMemory(); }

}  // namespace

RowMemoryRule usersRowMemory() {
    const std::filesystem::path folder = cacheFolder();
    if (folder.empty()) return {};
    // The rest is for all else that the program holds, and for what the kernel keeps of the files.
    const std::uint64_t all = totalHostMemory();
    return {folder / "rows", all / 3, all / 6, freeMemory};
}

}  // namespace gatelab
