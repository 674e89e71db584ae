// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A file inside an archive. Names are compared and shown, never used as paths.
struct ArchiveMember {
    std::string name;         ///< as stored, with '/' between folders; of a lone packed stream: its name without .gz
    std::int64_t bytes = -1;  ///< unpacked; -1: the archive does not tell
};

/// What a packed file may unpack to before it is refused.
struct ArchiveLimits {
    std::int64_t members = 10'000;
    std::int64_t bytes = INT64_C(4) << 30;  ///< of one member
    /// Of unpacked to packed bytes, where more than a MiB comes out: numbers written as text reach about 20, deflate's
    /// greatest is 1032.
    std::int64_t ratio = 1100;
};

/// Reads gzip, bzip2, xz and zstd streams, zip and tar (packed or not) by libarchive, as a stream: nothing is kept but
/// one block. Folders, links and devices are passed over. Each call opens the file anew; any thread. Errors name the
/// file: damaged, cut, encrypted, too large, cancelled.
Result<std::vector<ArchiveMember>> listArchive(const std::filesystem::path& path, const Progress& progress = {},
                                               const ArchiveLimits& limits = {});

/// The bytes of one member, in order, in pieces.
Result<> unpackMember(const std::filesystem::path& path, const std::string& member,
                      const std::function<Result<>(std::string_view)>& take, const Progress& progress = {},
                      const ArchiveLimits& limits = {});
/// The same in memory.
Result<std::string> readMember(const std::filesystem::path& path, const std::string& member,
                               const Progress& progress = {}, const ArchiveLimits& limits = {});

/// The same in a new file, which is not synced: for a temporary folder. What was written stays there on an error.
Result<> unpackFile(const std::filesystem::path& path, const std::string& member, const std::filesystem::path& target,
                    const Progress& progress = {}, const ArchiveLimits& limits = {});

/// The same of all members for which `target` gives a path (an empty one: none), in one pass; its folders are there.
/// limits.bytes holds for all of them together as well.
Result<> unpackFiles(const std::filesystem::path& path,
                     const std::function<Result<std::filesystem::path>(const std::string& member)>& target,
                     const Progress& progress = {}, const ArchiveLimits& limits = {});

}  // namespace gatelab
