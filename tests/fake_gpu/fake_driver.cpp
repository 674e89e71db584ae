// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_gpu.h"

namespace fakegpu {

void Driver::reset() {
    const std::lock_guard lock(mutex);
    isLost = synchroniseFails = refuseWaits = false;
    loseAfter = failAllocation = -1;
    microseconds = rowClock = 0;
    rows = {{"library", {0}}, {"cudnn-tuned", {200}}, {"persistent", {400}}};
    hungStreams.clear();
    onRowPass = nullptr;
    frozen = 0;
    int index = 0;
    for (Device& device : devices) {
        Device fresh;
        fresh.name = name + (index == 0 ? "" : " " + std::to_string(index + 1));
        fresh.uuid = "GPU-0000000" + std::to_string(index++) + "-0000-0000-0000-000000000000";
        fresh.allocated = fresh.allocatedPeak = device.allocated;
        fresh.reserved = fresh.reservedPeak = device.reserved;
        fresh.graphs = device.graphs;
        device = fresh;
    }
}

Driver& driver() {
    // Leaked: tensors may outlive the statics of this library.
    static Driver& one = *[] {
        auto* made = new Driver;
        made->reset();
        return made;
    }();
    return one;
}

}  // namespace fakegpu
