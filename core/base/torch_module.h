// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace gatelab {

/// Where LibTorch, and what else comes in wheels, lies after `gatelab-engine install` (resources/engine): by its
/// version in the cache folder. It need not be there.
std::filesystem::path installedLibTorch();

/// dlopen of one of our own libraries that needs one of those, `part` ("torch/lib/libtorch_cpu.so"). The library's own
/// run path counts first: a build tree and a bundle have LibTorch there. A package has not: then `part` is opened from
/// installedLibTorch(), which the loader takes for the needed one by its name. Null: loaderMessage() says why.
void* openTorchModule(const std::filesystem::path& library, const char* part, int flags);

}  // namespace gatelab
