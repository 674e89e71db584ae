// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/torch_module.h"

#include "base/cache_folder.h"

#include <dlfcn.h>

#include <system_error>

namespace gatelab {

std::filesystem::path installedLibTorch() {
    const auto cache = cacheFolder();
    return cache.empty() ? cache : cache / "libtorch-2.11.0";
}

void* openTorchModule(const std::filesystem::path& library, const char* part, int flags) {
    if (void* opened = dlopen(library.c_str(), flags)) return opened;
    const auto needed = installedLibTorch() / part;
    std::error_code ignored;
    // The loader's message is of the first try where there is nothing to try again with.
    if (!std::filesystem::exists(needed, ignored) || dlopen(needed.c_str(), flags) == nullptr) return nullptr;
    return dlopen(library.c_str(), flags);
}

}  // namespace gatelab
