// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/temporary_folder.h"

#include <stdlib.h>
#include <string>
#include <system_error>

namespace gatelab {

TemporaryFolder::TemporaryFolder(std::string_view word) {
    std::error_code failed;
    const auto base = std::filesystem::temp_directory_path(failed);
    if (failed) return;
    std::string pattern = (base / ("gatelab-" + std::string(word) + "-XXXXXX")).string();
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;  // leftovers there harm nobody
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace gatelab
