// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/cache_folder.h"

#include <cstdlib>

namespace gatelab {

namespace {

std::filesystem::path folderOf(const char* variable) {
    const char* given = std::getenv(variable);
    return given != nullptr ? given : "";
}

}  // namespace

std::filesystem::path cacheFolder() {
    if (auto own = folderOf("GATELAB_CACHE"); !own.empty()) return own;
    if (const auto cache = folderOf("XDG_CACHE_HOME"); !cache.empty()) return cache / "gatelab";
    if (const auto home = folderOf("HOME"); !home.empty()) return home / ".cache" / "gatelab";
    return {};
}

}  // namespace gatelab
