// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/trial.h"

#include "io/hdf5_file_handle.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>

namespace gatelab::hdf5 {
namespace {

constexpr rlim_t kSeconds = 30;

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

bool comesThrough(const std::function<void()>& look) {
    pid_t copy = -1;
    {
        const LibraryLock lock;  // no thread is inside the library when it is copied; both let go of it
        copy = ::fork();
    }
    if (copy == 0) lookAndEnd(look);
    if (copy < 0) return true;
    int status = 0;
    while (::waitpid(copy, &status, 0) < 0)
        if (errno != EINTR) return true;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace gatelab::hdf5
