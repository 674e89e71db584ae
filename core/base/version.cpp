// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/version.h"

#include <dlfcn.h>
#include <sys/stat.h>

namespace gatelab {

const char* programVersion() { return GATELAB_VERSION; }

const std::string& programIdentity() {
    static const std::string identity = [] {
        std::string text = programVersion();
        Dl_info place{};
        struct stat file {};
        if (dladdr(reinterpret_cast<const void*>(&programVersion), &place) == 0 || stat(place.dli_fname, &file) != 0)
            return text;
        for (const auto number : {static_cast<long long>(file.st_size), static_cast<long long>(file.st_mtim.tv_sec),
                                  static_cast<long long>(file.st_mtim.tv_nsec)})
            text += ' ' + std::to_string(number);
        return text;
    }();
    return identity;
}

}  // namespace gatelab
