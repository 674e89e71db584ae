// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/monitor.h"

#include "io/cgroup.h"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <string>

namespace gatelab {
namespace {

constexpr double kFirstSteps = 40.0 * (1 << 20);  // LibTorch 2.11 on the CPU, measured
std::atomic<bool> stepsTaken = false;

/// "VmRSS:   1234 kB" of a file of /proc as bytes; 0 when it is not there.
std::uint64_t procBytes(const char* file, const std::string& key) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind(key + ":", 0) == 0) return std::strtoull(line.c_str() + key.size() + 1, nullptr, 10) * 1024;
    }
    return 0;
}

}  // namespace

ProcessMemory processMemory() {
    return {procBytes("/proc/self/status", "VmRSS"), procBytes("/proc/self/status", "VmHWM")};
}

double firstStepsBytes() { return stepsTaken ? 0 : kFirstSteps; }
void noteFirstSteps() { stepsTaken = true; }

std::uint64_t totalHostMemory() {
    const std::uint64_t host = procBytes("/proc/meminfo", "MemTotal"), limit = groupMemory().limitBytes;
    return limit > 0 ? std::min(host, limit) : host;
}

AddressSpace addressSpace() {
    rlimit limit{};
    const bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return {limited ? limit.rlim_cur : 0, procBytes("/proc/self/status", "VmSize")};
}

std::uint64_t freeHostMemory() {
    const auto left = [](std::uint64_t limit, std::uint64_t used) {
        return limit > 0 ? limit - std::min(used, limit) : UINT64_MAX;
    };
    const GroupMemory group = groupMemory();
    const AddressSpace own = addressSpace();
    return std::min({procBytes("/proc/meminfo", "MemAvailable"), group.limitBytes > 0 ? group.freeBytes : UINT64_MAX,
                     left(own.limit, own.used)});
}

}  // namespace gatelab
