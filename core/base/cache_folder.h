// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace gatelab {

/// What can be fetched or measured again: GATELAB_CACHE, else gatelab in XDG_CACHE_HOME, else in ~/.cache. Empty where
/// none of them is set.
std::filesystem::path cacheFolder();

}  // namespace gatelab
