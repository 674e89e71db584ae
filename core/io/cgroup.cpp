// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/cgroup.h"

#include "io/file_io.h"
#include "io/posix_calls.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>

namespace gatelab {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kOurs = "gatelab-", kUnified = "0::/";
constexpr std::uint64_t kMostBytes = 1u << 16;

bool hasControllers(const fs::path& group) {
    const auto text = readFileBytes(group / "cgroup.subtree_control", kMostBytes);
    if (!text.ok()) return false;
    std::istringstream words(*text);
    int found = 0;
    for (std::string word; words >> word;) found += word == "memory" || word == "cpu" || word == "pids";
    return found == 3;
}

/// The kernel takes a value whole and at once; there is nothing to rename.
Result<> write(const fs::path& file, const std::string& text) {
    auto open = posix::open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, GATELAB_TEXT("FileAction", "write"));
    if (!open.ok()) return open.error();
    if (auto written = posix::writeAll(*open, text, file); !written.ok()) return written;
    return open->close(file);
}

void removeEmpty(const fs::path& place) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(place, ignored))
        if (entry.path().filename().string().starts_with(kOurs)) (void)posix::remove(entry.path(), true).ok();
}

/// A number in a file of the kernel; 0: none, or "max".
std::uint64_t numberIn(const fs::path& file) {
    const auto text = readFileBytes(file, kMostBytes);
    return text.ok() ? std::strtoull(text->c_str(), nullptr, 10) : 0;
}

/// What a group holds of files.
std::uint64_t cachedBytes(const fs::path& group, bool isUnified) {
    const auto text = readFileBytes(group / "memory.stat", kMostBytes);
    if (!text.ok()) return 0;
    const std::string all = isUnified ? "" : "total_";
    std::istringstream words(*text);
    std::uint64_t bytes = 0, value = 0;
    for (std::string word; words >> word >> value;)
        if (word == all + "inactive_file" || word == all + "active_file") bytes += value;
    return bytes;
}

void narrow(const fs::path& group, bool isUnified, GroupMemory& memory) {
    constexpr std::uint64_t kNone = UINT64_C(1) << 60;  // version 1 writes a huge number instead of "max"
    const std::uint64_t limit = numberIn(group / (isUnified ? "memory.max" : "memory.limit_in_bytes"));
    if (limit == 0 || limit >= kNone) return;
    const std::uint64_t used = numberIn(group / (isUnified ? "memory.current" : "memory.usage_in_bytes")),
                        held = used - std::min(used, cachedBytes(group, isUnified)),
                        left = limit - std::min(limit, held);
    memory.freeBytes = memory.limitBytes == 0 ? left : std::min(memory.freeBytes, left);
    memory.limitBytes = memory.limitBytes == 0 ? limit : std::min(memory.limitBytes, limit);
}

}  // namespace

GroupMemory groupMemory(const fs::path& root, const fs::path& self) {
    const auto text = readFileBytes(self, kMostBytes);
    GroupMemory memory;
    if (!text.ok()) return memory;
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second + 2 > line.size()) continue;
        const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
        const bool isUnified = controllers == ",,";
        if (!isUnified && controllers.find(",memory,") == std::string::npos) continue;
        const fs::path place = isUnified ? root : root / "memory";
        // In a container the path may be the host's: then what is mounted is its own group.
        for (fs::path group = line.substr(second + 2);; group = group.parent_path()) {
            narrow(group.empty() ? place : place / group, isUnified, memory);
            if (group.empty()) break;
        }
    }
    return memory;
}

std::optional<fs::path> cgroupForJobs(const fs::path& root, const fs::path& self) {
    const auto text = readFileBytes(self, kMostBytes);
    if (!text.ok()) return std::nullopt;
    std::istringstream lines(*text);
    std::string own;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(kUnified)) own = line.substr(kUnified.size());
    for (fs::path group = own;; group = group.parent_path()) {
        const fs::path folder = group.empty() ? root : root / group;
        if (hasControllers(folder) && ::access(folder.c_str(), W_OK) == 0 &&
            ::access((folder / "cgroup.procs").c_str(), W_OK) == 0)
            return folder;
        if (group.empty()) return std::nullopt;
    }
}

Result<fs::path> enterCgroup(const fs::path& place, const std::string& name,
                             std::span<const std::pair<std::string, std::string>> limits, int process) {
    removeEmpty(place);
    const fs::path group = place / (std::string(kOurs) + name);
    if (auto made = posix::makeFolder(group, group); !made.ok()) return made.error();
    const auto enter = [&]() -> Result<> {
        for (const auto& [file, value] : limits)
            if (auto written = write(group / file, value); !written.ok()) return written;
        return write(group / "cgroup.procs", std::to_string(process));
    };
    auto entered = enter();
    if (entered.ok()) return group;
    (void)posix::remove(group, true).ok();
    return entered.error();
}

}  // namespace gatelab
