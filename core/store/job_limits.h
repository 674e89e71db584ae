// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>

namespace gatelab {

/// What each job of the queue and each run in a process of its own may take on this machine. 0: no limit.
struct JobLimits {
    std::int64_t memoryMiB = 0;
    double processors = 0;       ///< cores' worth of time
    std::int64_t processes = 0;  ///< and threads; LibTorch has some for each core
    bool isSandboxed = false;    ///< by bubblewrap: reads all, writes only workspace and caches, no network
    bool operator==(const JobLimits&) const = default;
};
/// InvalidInput where a job could not even begin: less than 256 MiB, a tenth of a core, or 32 processes.
Result<> checkLimits(const JobLimits& limits);

/// Kept in limits.json of a workspace, durably; without the file there are none. Corrupt or Unsupported where it cannot
/// be used. Blocks for file access; any thread.
Result<JobLimits> readLimits(const std::filesystem::path& workspace);
Result<> keepLimits(const std::filesystem::path& workspace, const JobLimits& limits);

}  // namespace gatelab
