// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/close_signals.h"

#include <QSocketNotifier>

#include <fcntl.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>

namespace gatelab {

namespace {

std::atomic<int> writeEnd{-1};  // a signal handler reaches nothing else
static_assert(std::atomic<int>::is_always_lock_free);

}  // namespace

CloseSignals::CloseSignals(QObject* parent) : QObject(parent) {
    // Signals then end the program at once, as without this
    if (pipe2(pipe_.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
    writeEnd.store(pipe_[1]);
    notifier_ = new QSocketNotifier(pipe_[0], QSocketNotifier::Read, this);
    connect(notifier_, &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        if (read(pipe_[0], &byte, 1) == 1) Q_EMIT closeAsked();
    });
    struct sigaction action {};
    action.sa_handler = &CloseSignals::handle;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        sigaction(kSignals[i], nullptr, &before_[i]);
        if (before_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);  // nohup stays
    }
}

CloseSignals::~CloseSignals() {
    if (pipe_[0] < 0) return;
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
    writeEnd.store(-1);
    delete notifier_;
    for (const int end : pipe_) close(end);
}

void CloseSignals::handle(int) {
    const int error = errno;
    // A closed terminal and the end of a session send SIGHUP beside another signal: that is no second wish.
    struct sigaction next {};
    for (const int signal : kSignals) {
        next.sa_handler = signal == SIGHUP ? SIG_IGN : SIG_DFL;
        sigaction(signal, &next, nullptr);
    }
    const char byte = 1;
    if (const int end = writeEnd.load(); end >= 0) [[maybe_unused]]
        const auto written = write(end, &byte, 1);
    errno = error;
}

}  // namespace gatelab
