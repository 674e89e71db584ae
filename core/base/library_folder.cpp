// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/library_folder.h"

#include <dlfcn.h>

#include <system_error>

namespace gatelab {

std::filesystem::path libraryFolder() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&libraryFolder), &info) == 0 || info.dli_fname == nullptr) return {};
    std::error_code ignored;
    const auto path = std::filesystem::canonical(info.dli_fname, ignored);
    return ignored ? std::filesystem::path(info.dli_fname).parent_path() : path.parent_path();
}

std::filesystem::path sharedPlace(const std::string& name) {
    // The build tree keeps libraries in bin/, an installation one level deeper.
    for (const char* up : {"..", "../.."}) {
        const auto path = (libraryFolder() / up / "share/gatelab" / name).lexically_normal();
        std::error_code ignored;
        if (std::filesystem::exists(path, ignored)) return path;
    }
    return {};
}

std::string loaderMessage() {
    const char* message = dlerror();
    return message != nullptr ? message : "no reason given";
}

}  // namespace gatelab
