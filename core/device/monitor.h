// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// Memory of this process from /proc/self (bytes).
struct ProcessMemory {
    std::uint64_t resident = 0;
    std::uint64_t peak = 0;
};
ProcessMemory processMemory();
std::string processorName();
int usableCores();  ///< respects affinity and cgroup limits
/// Share of all cores busy since the last call with the same state, 0 to 1.
struct CpuLoadState { std::uint64_t busy = 0, total = 0; };
double cpuLoad(CpuLoadState& state);
std::uint64_t freeHostMemory();
std::uint64_t totalHostMemory();

/// One look at a GPU. A member without value was not available ("n/a"), never 0.
struct GpuReading {
    std::optional<double> usedBytes, freeBytes, totalBytes, utilisation /* 0..1 */, temperature /* °C */, power /* W */, clockMhz, maxClockMhz;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> processes;  ///< pid, bytes
};
struct GpuIdentity {
    std::string uuid, name, driver;
    int index = 0;
};

/// NVML through dlopen("libnvidia-ml.so.1"); without a driver it has no GPUs and `reason` says why. Thread-safe after construction.
class GpuMonitor {
public:
    GpuMonitor();
    ~GpuMonitor();
    GpuMonitor(const GpuMonitor&) = delete;
    GpuMonitor& operator=(const GpuMonitor&) = delete;
    [[nodiscard]] const std::vector<GpuIdentity>& gpus() const { return gpus_; }
    [[nodiscard]] const std::string& reason() const { return reason_; }
    [[nodiscard]] GpuReading read(std::size_t gpu) const;

private:
    struct Library;
    Library* library_ = nullptr;
    std::vector<GpuIdentity> gpus_;
    std::string reason_;
};

}  // namespace gatelab
