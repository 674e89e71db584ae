// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/sudden_end.h"

#include "io/temporary_folder.h"
#include "worker/output/console.h"

#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string_view>

namespace gatelab::worker {
namespace {

std::atomic<bool> saysJson{false};
std::atomic<pid_t> ending{0};
std::atomic<bool> hasLetGo{false};
alignas(16) std::array<char, 16384> helpersStack;

/// In a process of its own, with the memory of the one that ends.
int holdMemory(void*) {
    // By their end, which is told as a signal, it is to end as well.
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)close_range(0, ~0U, 0);  // files that are locked, and pipes whose readers wait
    hasLetGo = true;
    while (getppid() == ending) pause();
    return 0;
}

/// Whoever waits for a process waits until the kernel has taken all of its memory, and the files that lie in it, which
/// lasts 0.1 s a gigabyte and more. So another process has it as well, and it is taken when that ends, behind us.
void leaveMemoryBehind() {
    constexpr int kPatience = 1000;
    ending = getpid();
    if (clone(holdMemory, helpersStack.data() + helpersStack.size(), CLONE_VM, nullptr) < 0) return;
    for (int i = 0; i < kPatience && !hasLetGo; ++i) sched_yield();
}

/// Not where a write would wait for a reader, or end all this by a signal of its own because there is none.
void say(int file, std::string_view text) {
    pollfd asked{file, POLLOUT, 0};
    if (::poll(&asked, 1, 0) != 1 || asked.revents != POLLOUT) return;
    [[maybe_unused]] const ssize_t written = ::write(file, text.data(), text.size());
}

/// Only what a signal handler may call.
void endNow(int) {
    static std::atomic<bool> begun{false};
    if (begun.exchange(true)) return;
    say(STDERR_FILENO, "gatelab-worker: interrupted; nothing new is kept\n");
    if (saysJson.load(std::memory_order_relaxed))
        say(STDOUT_FILENO, "{\"error\":\"interrupted; nothing new is kept\",\"code\":130}\n");
    removePassing();
    leaveMemoryBehind();
    _exit(kInterrupted);
}

struct sigaction endingAction() {
    struct sigaction action {};
    action.sa_handler = endNow;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM}) sigaddset(&action.sa_mask, signal);
    return action;
}

}  // namespace

void installFirstSignals(bool json) {
    saysJson = json;
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may grow no further is an error of the write that asked
    const struct sigaction action = endingAction();
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

SuddenEnd::SuddenEnd() {
    const struct sigaction action = endingAction();
    sigaction(SIGINT, &action, &interrupt_);
    sigaction(SIGTERM, &action, &terminate_);
}

SuddenEnd::~SuddenEnd() {
    sigaction(SIGINT, &interrupt_, nullptr);
    sigaction(SIGTERM, &terminate_, nullptr);
}

}  // namespace gatelab::worker
