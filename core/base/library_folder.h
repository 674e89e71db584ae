// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace gatelab {

/// Folder of libgatelab_core itself, symbolic links resolved: the libraries that are opened on demand lie beside it,
/// built or installed.
std::filesystem::path libraryFolder();

/// share/gatelab/NAME of the build tree or of an installation; empty: not there.
std::filesystem::path sharedPlace(const std::string& name);

/// dlerror()'s words; never empty.
std::string loaderMessage();

}  // namespace gatelab
