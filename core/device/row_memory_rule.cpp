// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/row_memory_rule.h"

#include "base/cache_folder.h"
#include "device/monitor.h"

namespace gatelab {

RowMemoryRule usersRowMemory() {
    const std::filesystem::path folder = cacheFolder();
    if (folder.empty()) return {};
    // The rest is for all else that the program holds, and for what the kernel keeps of the files.
    const std::uint64_t all = totalHostMemory();
    return {folder / "rows", all / 3, all / 6, freeHostMemory};
}

}  // namespace gatelab
