// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/trial.h"

#include "io/hdf5_file_handle.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <compare>
#include <csignal>
#include <ctime>
#include <mutex>
#include <optional>
#include <set>

namespace gatelab::hdf5 {
namespace {

constexpr rlim_t kSeconds = 30;

/// A file as it was when it was last changed. Empty of one that changed within the last two seconds: it may do so again
/// within a tick of the clock that dates files.
struct Version {
    dev_t device = 0;
    ino_t file = 0;
    off_t bytes = 0;
    std::time_t seconds = 0;
    long nanoseconds = 0;
    auto operator<=>(const Version&) const = default;
};
std::optional<Version> versionOf(const std::filesystem::path& path) {
    struct stat facts {};
    if (::stat(path.c_str(), &facts) != 0 || std::time(nullptr) < facts.st_ctim.tv_sec + 2) return {};
    return Version{facts.st_dev, facts.st_ino, facts.st_size, facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec};
}

class KnownFiles {
public:
    bool holds(const std::optional<Version>& version) {
        const std::scoped_lock lock(mutex_);
        return version && versions_.contains(*version);
    }
    void add(const std::optional<Version>& version) {
        const std::scoped_lock lock(mutex_);
        if (version) versions_.insert(*version);
    }

private:
    std::mutex mutex_;
    std::set<Version> versions_;
};

/// The copy: its end is nobody's crash.
[[noreturn]] void lookAndEnd(const std::function<void()>& look) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) std::signal(signal, SIG_DFL);
    const rlimit noCore{0, 0}, processor{kSeconds, kSeconds};
    ::setrlimit(RLIMIT_CORE, &noCore);
    ::setrlimit(RLIMIT_CPU, &processor);
    // What the allocator says of the library's faults.
    if (const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
    try {
        look();
    } catch (...) {
        // As where the file is read: the reader tells it.
    }
    ::_exit(0);
}

}  // namespace

bool comesThrough(const std::filesystem::path& path, const std::function<void()>& look) {
    static KnownFiles known;
    const auto version = versionOf(path);
    if (known.holds(version)) return true;
    pid_t copy = -1;
    {
        const LibraryLock lock;  // no thread is inside the library when it is copied; both let go of it
        copy = ::fork();
    }
    if (copy == 0) lookAndEnd(look);
    int status = 0;
    while (copy >= 0 && ::waitpid(copy, &status, 0) < 0)
        if (errno != EINTR) copy = -1;
    if (copy < 0) return true;
    const bool isSound = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (isSound && version == versionOf(path)) known.add(version);
    return isSound;
}

}  // namespace gatelab::hdf5
