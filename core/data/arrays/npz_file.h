// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/arrays/array_columns.h"
#include "io/archive_file.h"

#include <filesystem>
#include <vector>

namespace gatelab {

/// Whether all files of an archive are NumPy arrays.
bool isNpz(const std::vector<ArchiveMember>& files);

/// The arrays of an NPZ file; their values are unpacked when they are asked for. Any thread.
Result<ArrayFile> openNpz(const std::filesystem::path& path, const std::vector<ArchiveMember>& files,
                          const Progress& progress);

}  // namespace gatelab
