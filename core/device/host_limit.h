// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <thread>

namespace gatelab {

/// The host's clock, and its pause between two looks at a device. Tests have one of their own.
struct HostClock {
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    void pause() const { std::this_thread::sleep_for(std::chrono::microseconds(100)); }
};

/// Looks until `isOver` says so, for `limit` seconds at most; false: it did not. One look is always taken last, so that
/// a host that slept through the limit does not blame the device. For work that may never end.
template <class IsOver, class Clock = HostClock>
bool isOverWithin(double limit, const IsOver& isOver, const Clock& clock = {}) {
    const double start = clock.seconds();
    for (;;) {
        const bool isLast = clock.seconds() - start >= limit;
        if (isOver()) return true;
        if (isLast) return false;
        clock.pause();
    }
}

}  // namespace gatelab
