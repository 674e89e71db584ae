// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/cgroup.h"

#include "io/file_io.h"
#include "io/posix_calls.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
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

}  // namespace

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
