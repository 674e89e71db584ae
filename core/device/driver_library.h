// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace gatelab {

/// Folders that containers, WSL and some systems put NVIDIA's driver in without telling the loader;
/// resources/cmake/setup.sh and tests/gpu/pack know the same.
std::span<const char* const> driverFolders();

/// Opens a library that comes with NVIDIA's driver ("libcuda.so.1"): where the loader finds it by itself (environment,
/// its cache), else in the first of `folders` that has one which can be opened. Whoever asks the loader for it by its
/// name from then on gets this one. Null: it is nowhere, or cannot be opened.
void* openDriverLibrary(const char* name, int flags, std::span<const char* const> folders = driverFolders());

}  // namespace gatelab
