// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/row_memory_rule.h"

#include "base/cache_folder.h"
#include "device/monitor.h"

namespace gatelab {

RowMemoryRule usersRowMemory() {
    const std::filesystem::path folder = cacheFolder();
    // The rest is for all else that the program holds, and for what the kernel keeps of the files.
    return folder.empty() ? RowMemoryRule() : RowMemoryRule{folder / "rows", totalHostMemory() / 3};
}

}  // namespace gatelab
