// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/other_load.h"

#include <unistd.h>

#include <algorithm>
#include <ctime>

namespace gatelab {
namespace {

/// Shorter, and the ticks of /proc/stat are too coarse to say anything.
constexpr double kMinSeconds = 0.2;
/// Part of a core that a quiet desktop takes.
constexpr double kQuietCores = 0.25;

double secondsOf(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

}  // namespace

OtherLoad::OtherLoad() : ownSeconds_(secondsOf(CLOCK_PROCESS_CPUTIME_ID)), wallSeconds_(secondsOf(CLOCK_MONOTONIC)) {
    cpuLoad(machine_);
}

double OtherLoad::cores() {
    const double wall = secondsOf(CLOCK_MONOTONIC), own = secondsOf(CLOCK_PROCESS_CPUTIME_ID),
                 passed = wall - wallSeconds_;
    if (passed < kMinSeconds) return 0;
    const double others = cpuLoad(machine_) * machineCores() - (own - ownSeconds_) / passed;
    wallSeconds_ = wall;
    ownSeconds_ = own;
    return std::max(0.0, others);
}

bool disturbs(double otherCores, int cores, int threads) {
    return otherCores > std::max(0, cores - threads) + kQuietCores;
}

int machineCores() { return static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN))); }

}  // namespace gatelab
