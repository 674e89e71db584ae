// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/switch_machine.h"

#include <algorithm>

namespace gatelab {

SwitchMachine switchMachine(const EngineInfo& info, std::string_view device) {
    SwitchMachine machine;
    machine.cores = info.threads;
    const std::string_view wanted = device == "auto" || device == "cuda" ? "cuda:0" : device;
    const auto found = std::ranges::find_if(info.devices, [&](const TrainingDevice& row) { return row.key == wanted && row.key != "cpu"; });
    if (found == info.devices.end()) return machine;
    machine.cuda = true;
    machine.computeCapability = found->computeCapability;
    return machine;
}

}  // namespace gatelab
