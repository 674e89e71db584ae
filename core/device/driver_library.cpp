// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/driver_library.h"

#include <dlfcn.h>

#include <string>

namespace gatelab {

std::span<const char* const> driverFolders() {
    static constexpr const char* kFolders[] = {
        "/usr/local/nvidia/lib64", "/usr/local/nvidia/lib",  "/usr/lib64-nvidia",
        "/usr/lib/wsl/lib",        "/run/opengl-driver/lib", "/run/nvidia/driver/usr/lib/x86_64-linux-gnu"};
    return kFolders;
}

void* openDriverLibrary(const char* name, int flags, std::span<const char* const> folders) {
    void* library = dlopen(name, flags);
    for (const char* folder : folders) {
        if (library != nullptr) break;
        library = dlopen((std::string(folder) + '/' + name).c_str(), flags);
    }
    return library;
}

}  // namespace gatelab
