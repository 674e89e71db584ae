// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/library_folder.h"

#include <dlfcn.h>

namespace gatelab {

std::filesystem::path libraryFolder() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&libraryFolder), &info) == 0 || info.dli_fname == nullptr) return {};
    std::error_code ignored;
    const auto path = std::filesystem::canonical(info.dli_fname, ignored);
    return ignored ? std::filesystem::path(info.dli_fname).parent_path() : path.parent_path();
}

std::string loaderMessage() {
    const char* message = dlerror();
    return message != nullptr ? message : "no reason given";
}

}  // namespace gatelab
