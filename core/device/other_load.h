// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/monitor.h"

namespace gatelab {

/// How many cores other programs keep busy, from /proc/stat and this process's own processor time. One thread.
class OtherLoad {
public:
    OtherLoad();
    /// Cores since the object was made or since the answer before, at least 0; 0 also where too little time has passed
    /// for the system's clock of 10 ms, or the system does not tell.
    [[nodiscard]] double cores();

private:
    CpuLoadState machine_;
    double ownSeconds_, wallSeconds_;
};

/// Whether so much load by others leaves a run of `threads` threads less than it wants of a machine with `cores` cores.
bool disturbs(double otherCores, int cores, int threads);
/// Of the whole machine, not only those that this process may use.
int machineCores();

}  // namespace gatelab
