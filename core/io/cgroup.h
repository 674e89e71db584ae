// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>

/// Control groups, by which the kernel limits what a process and its children take together.
namespace gatelab {

/// What the groups that a process is in leave it, v1 or v2; the narrowest counts. What the kernel keeps of files, and
/// would give back, is free.
struct GroupMemory {
    std::uint64_t limitBytes = 0;  ///< 0: there is none
    std::uint64_t freeBytes = 0;
};
GroupMemory groupMemory(const std::filesystem::path& root = "/sys/fs/cgroup",
                        const std::filesystem::path& self = "/proc/self/cgroup");

/// The nearest group above this process in which it may make groups of its own with memory, cpu and pids limited; none:
/// there is none (v1, or nothing was handed over to this user). `root` is where groups are mounted, `self` the file
/// that says which one this process is in.
std::optional<std::filesystem::path> cgroupForJobs(const std::filesystem::path& root = "/sys/fs/cgroup",
                                                   const std::filesystem::path& self = "/proc/self/cgroup");

/// Makes the group gatelab-NAME below `place` with these limits ({"memory.max", "1073741824"}) and moves the process
/// into it; its folder. A group stays as long as a process is in it; those of ours that are empty by now are removed
/// first. On an error the process is where it was.
Result<std::filesystem::path> enterCgroup(const std::filesystem::path& place, const std::string& name,
                                          std::span<const std::pair<std::string, std::string>> limits, int process);

}  // namespace gatelab
