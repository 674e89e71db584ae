// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"

#include <filesystem>
#include <span>
#include <string>

namespace gatelab {

/// A file that goes into an archive.
struct ArchiveSource {
    std::string name;  ///< in it, with '/' between folders
    std::filesystem::path file;
};

/// Writes a zip (libarchive, deflate) durably; what stood at `target` is replaced when all is written. Unsupported
/// where the library is not there, Cancelled where progress said stop; nothing stays then. Any thread.
Result<> writeZip(const std::filesystem::path& target, std::span<const ArchiveSource> sources,
                  const Progress& progress = {});

}  // namespace gatelab
