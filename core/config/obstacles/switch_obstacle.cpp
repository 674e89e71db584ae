// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/obstacles/switch_obstacle.h"

#include "config/obstacles/xla_obstacle.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace gatelab {

Text switchObstacle(const Switch& row, const SwitchMachine& machine, const ExperimentConfig& config) {
    /// Of the loop around the step, which is ours.
    constexpr std::string_view kOfTheLoop[] = {"device_data", "device_gather", "sync_free"};
    if (!isXla(config.device) || std::ranges::find(kOfTheLoop, row.field) != std::end(kOfTheLoop))
        return row.unsupported(machine, config);
    ExperimentConfig tried = config;
    row.apply(tried, machine);
    if (const Text why = xlaObstacle(tried); !why.isEmpty()) return why;
    return GATELAB_TEXT("SwitchReason", "XLA compiles the whole step by itself, so this changes nothing there.");
}

}  // namespace gatelab
