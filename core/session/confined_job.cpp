// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/confined_job.h"

#include "base/cache_folder.h"
#include "io/cgroup.h"
#include "io/file_io.h"
#include "session/worker_protocol.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace gatelab {

namespace fs = std::filesystem;

namespace {

constexpr const char* kInside = "GATELAB_SANDBOXED";
constexpr double kPeriod = 100000;  // us, the kernel's own
constexpr std::uint64_t kMostWords = 1u << 20;

std::vector<std::pair<std::string, std::string>> filesOf(const JobLimits& limits) {
    std::vector<std::pair<std::string, std::string>> files;
    if (limits.memoryMiB > 0) {
        files.emplace_back("memory.max", std::to_string(limits.memoryMiB << 20));
        files.emplace_back("memory.oom.group", "1");
    }
    if (limits.processors > 0)
        files.emplace_back("cpu.max", std::to_string(std::llround(limits.processors * kPeriod)) + " " +
                                          std::to_string(std::llround(kPeriod)));
    if (limits.processes > 0) files.emplace_back("pids.max", std::to_string(limits.processes));
    return files;
}

/// More threads than processors would only take turns.
OwnLimits ownLimits(const JobLimits& limits) {
    return {limits.memoryMiB, std::llround(std::ceil(limits.processors)), {}};
}

OwnLimits withoutGroup(const JobLimits& limits, Phrase why) {
    OwnLimits own = ownLimits(limits);
    if (limits.processors > 0 || limits.processes > 0)
        own.remark = {GATELAB_TEXT("Queue",
                                   "there is no control group for this job (%1): processors are limited by threads, "
                                   "and the number of processes is not"),
                      {std::move(why)}};
    return own;
}

/// The words of this process.
std::vector<std::string> ownCommand() {
    const auto text = readFileBytes("/proc/self/cmdline", kMostWords);
    std::vector<std::string> words;
    if (!text.ok()) return words;
    for (std::size_t from = 0; from < text->size();) {
        const std::size_t end = std::min(text->find('\0', from), text->size());
        words.push_back(text->substr(from, end - from));
        from = end + 1;
    }
    std::error_code ignored;
    if (const fs::path program = fs::read_symlink("/proc/self/exe", ignored); !words.empty() && !program.empty())
        words[0] = program.string();
    return words;
}

}  // namespace

Phrase confinementHere() {
    if (const auto place = cgroupForJobs())
        return {GATELAB_TEXT("Queue", "control groups below %1"), {place->string()}};
    return GATELAB_TEXT("Queue",
                        "no control group may be made here: memory is limited by the address space, processors by "
                        "threads, and the number of processes is not");
}

OwnLimits confineProcess(const JobLimits& limits, const std::string& name, int process, const fs::path& place) {
    const auto files = filesOf(limits);
    const auto group = enterCgroup(place, name, files, process);
    if (!group.ok()) return withoutGroup(limits, group.error().phrase);
    return ownLimits(limits);
}

OwnLimits confineThisProcess(const JobLimits& limits, const std::string& name) {
    if (limits.memoryMiB == 0 && limits.processors == 0 && limits.processes == 0) return {};
    const auto place = cgroupForJobs();
    if (!place) return withoutGroup(limits, GATELAB_TEXT("Queue", "none may be made here"));
    return confineProcess(limits, name, ::getpid(), *place);
}

std::vector<std::string> sandboxWords(std::span<const fs::path> writable, const std::vector<std::string>& command) {
    // The processes stay to be seen: who trains a run is named in its lock.
    std::vector<std::string> words{"bwrap",
                                   "--die-with-parent",
                                   "--unshare-net",
                                   "--unshare-ipc",
                                   "--unshare-uts",
                                   "--new-session",
                                   "--ro-bind",
                                   "/",
                                   "/",
                                   "--dev-bind",
                                   "/dev",
                                   "/dev",
                                   "--proc",
                                   "/proc",
                                   "--setenv",
                                   kInside,
                                   "1"};
    for (const fs::path& folder : writable) words.insert(words.end(), {"--bind", folder.string(), folder.string()});
    words.emplace_back("--");
    words.insert(words.end(), command.begin(), command.end());
    return words;
}

Result<> enterSandbox(const fs::path& workspace) {
    if (std::getenv(kInside) != nullptr) return {};
    std::error_code failed;
    std::vector<fs::path> writable{fs::weakly_canonical(workspace, failed), workerSocketPath("x").parent_path()};
    if (const fs::path cache = cacheFolder(); !cache.empty()) writable.push_back(cache);
    for (const fs::path& folder : writable)
        if (auto made = makeFolders(folder); !made.ok()) return made;
    std::vector<std::string> words = sandboxWords(writable, ownCommand());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    return Error{ErrorCode::NotFound,
                 {GATELAB_TEXT("Queue",
                               "bwrap could not be started: %1; nothing was trained; install bubblewrap, or train "
                               "without a sandbox"),
                  {std::strerror(errno)}}};
}

}  // namespace gatelab
