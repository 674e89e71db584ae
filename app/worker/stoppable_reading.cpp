// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/stoppable_reading.h"

#include "worker/output/console.h"

#include <unistd.h>
#include <array>
#include <atomic>
#include <csignal>

namespace gatelab::worker {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM};
std::atomic<int> asked{0};  ///< the signal; 0: none
std::array<struct sigaction, kSignals.size()> before;

void note(int signal) {
    if (asked.exchange(signal) != 0) _exit(kInterrupted);
}

}  // namespace

StoppableReading::StoppableReading() {
    asked = 0;
    struct sigaction action {};
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &before[i]);
}

StoppableReading::~StoppableReading() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before[i], nullptr);
    if (const int signal = asked.load(); signal != 0 && !isSaid_) (void)raise(signal);
}

Progress StoppableReading::progress() {
    return [](double) { return asked.load(std::memory_order_relaxed) == 0; };
}

}  // namespace gatelab::worker
