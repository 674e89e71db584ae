// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/monitor.h"

#include <unistd.h>
#include <algorithm>
#include <fstream>

namespace gatelab {

std::string processName(std::uint32_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/comm");
    std::string name;
    std::getline(file, name);
    return name;
}

std::vector<GpuProcess> otherProcesses(const GpuReading& reading, bool computes) {
    std::vector<GpuProcess> others = reading.processes;
    const auto own = static_cast<std::uint32_t>(::getpid());
    if (std::erase_if(others, [own](const GpuProcess& process) { return process.pid == own; }) > 0 || !computes)
        return others;
    const auto stranger = std::find_if(others.begin(), others.end(),
                                       [](const GpuProcess& process) { return processName(process.pid).empty(); });
    if (stranger != others.end()) others.erase(stranger);
    return others;
}

}  // namespace gatelab
