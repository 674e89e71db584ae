// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded before a program (LD_PRELOAD), it makes the clock of the day jump a year ahead, back, and behind, five times a
// second. Other clocks are left alone.
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern "C" int clock_gettime(clockid_t clock, timespec* time) {
    const auto answer = static_cast<int>(syscall(SYS_clock_gettime, clock, time));
    if (answer != 0 || clock != CLOCK_REALTIME) return answer;
    timespec steady{};
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &steady);
    constexpr long kYear = 365L * 24 * 3600;
    time->tv_sec += (steady.tv_nsec / 200000000 % 3 - 1) * kYear;
    return 0;
}
