// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/monitor.h"

#include <sched.h>
#include <sys/utsname.h>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>

namespace gatelab {
namespace {

/// CPU time per wall time that the container may use, in cores; 0: no limit.
double cgroupCores() {
    double quota = 0, period = 0;
    // "max 100000" fails to read: no limit
    if (std::ifstream file("/sys/fs/cgroup/cpu.max"); file >> quota >> period) return period > 0 ? quota / period : 0;
    std::ifstream quotaFile("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"), periodFile("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
    if (quotaFile >> quota && periodFile >> period && quota > 0 && period > 0) return quota / period;
    return 0;
}

}  // namespace

std::string processorName() {
    std::ifstream lines("/proc/cpuinfo");
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("model name", 0) != 0) continue;
        const std::size_t start = line.find(": ");
        if (start != std::string::npos) return line.substr(start + 2);
    }
    return "CPU";
}

std::string systemName() {
    std::string name;
    std::ifstream lines("/etc/os-release");
    for (std::string line; name.empty() && std::getline(lines, line);) {
        constexpr std::string_view kKey = "PRETTY_NAME=";
        if (line.rfind(kKey, 0) == 0) name = line.substr(kKey.size());
    }
    std::erase(name, '"');
    utsname kernel{};
    if (uname(&kernel) == 0) name += (name.empty() ? "" : ", ") + std::string(kernel.sysname) + " " + kernel.release;
    return name;
}

int usableCores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    int cores = static_cast<int>(std::thread::hardware_concurrency());
    if (sched_getaffinity(0, sizeof set, &set) == 0) cores = CPU_COUNT(&set);
    if (const double limit = cgroupCores(); limit > 0) cores = std::min(cores, static_cast<int>(std::ceil(limit)));
    return std::max(1, cores);
}

double cpuLoad(CpuLoadState& state) {
    std::ifstream file("/proc/stat");
    std::string line;
    std::getline(file, line);
    std::istringstream numbers(line);
    std::string name;
    numbers >> name;
    std::uint64_t total = 0, idle = 0, value = 0;
    // user nice system idle iowait irq softirq steal; guest times are contained in user and nice.
    for (int column = 0; column < 8 && numbers >> value; ++column) {
        total += value;
        if (column == 3 || column == 4) idle += value;
    }
    const std::uint64_t busy = total - idle;
    const bool isFirst = state.total == 0;
    const double busyShare = total > state.total && busy >= state.busy
                                 ? static_cast<double>(busy - state.busy) / static_cast<double>(total - state.total)
                                 : 0;
    state = {busy, total};
    return isFirst ? 0 : std::min(1.0, busyShare);
}

}  // namespace gatelab
