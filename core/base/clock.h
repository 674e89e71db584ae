// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace gatelab {

/// Seconds since the epoch (1970, UTC) by the clock of the system, which may be set: for dates, not for durations. From
/// any thread.
double wallSeconds();
/// Seconds that passed since then, for durations. From any thread.
double secondsSince(std::chrono::steady_clock::time_point then);

}  // namespace gatelab
