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
/// What the first steps of training still load into this process, kernels and threads; 0 after noteFirstSteps().
double firstStepsBytes();
void noteFirstSteps();
std::string processorName();
std::string systemName();  ///< "Debian GNU/Linux 12 (bookworm), Linux 6.1.0-28-amd64"
int usableCores();         ///< respects affinity and cgroup limits
/// Share of all cores busy since the last call with the same state, 0 to 1.
struct CpuLoadState {
    std::uint64_t busy = 0, total = 0;
};
double cpuLoad(CpuLoadState& state);
/// Address space of this process. limit 0: none (RLIMIT_AS).
struct AddressSpace {
    std::uint64_t limit = 0, used = 0;
};
AddressSpace addressSpace();
/// What host, container and the limit of this process leave.
std::uint64_t freeHostMemory();
std::uint64_t totalHostMemory();

/// A process that computes on a GPU.
struct GpuProcess {
    std::uint32_t pid = 0;
    std::uint64_t bytes = 0;      ///< 0: not told
    std::optional<double> share;  ///< of the GPU's time in the last second or so, 0..1; none: not told
};
/// Why a driver holds the clock of a busy GPU down.
enum class GpuBrake { Power, Heat, Hardware };

/// One look at a GPU. A member without value was not available ("n/a"), never 0.
struct GpuReading {
    std::optional<double> usedBytes, freeBytes, totalBytes, utilisation /* 0..1 */, temperature /* °C */, power /* W */,
        clockMhz, maxClockMhz;
    std::optional<GpuBrake> brake;  ///< none: nothing holds it down, or the driver does not tell
    std::vector<GpuProcess> processes;
    /// Of the highest clock, 0..1.
    [[nodiscard]] std::optional<double> clockShare() const {
        return clockMhz && maxClockMhz && *maxClockMhz > 0 ? std::optional(*clockMhz / *maxClockMhz) : std::nullopt;
    }
};

/// Those that are not this process. `reading` may come from outside of our container, whose numbers of processes are
/// others: where this process is known to use the GPU (`computes`) and is not found, one that this system does not know
/// is taken for it.
std::vector<GpuProcess> otherProcesses(const GpuReading& reading, bool computes);
/// "python3"; empty when this system does not know it.
std::string processName(std::uint32_t pid);

struct GpuIdentity {
    std::string uuid, name, driver;
    int index = 0;
    /// An instance of a GPU that is divided (MIG): memory and processes are its own, the sensors are those of the GPU
    bool isPart = false;
};

/// Where the GPU, or the part of one, with this UUID stands, whose first word CUDA and NVML write differently for a
/// part ("GPU-", "MIG-"). One that is not listed is taken for a part of the only GPU there is; nothing: there are
/// several, or none, or the UUID is empty. The one way from a device of CUDA to its figures.
std::optional<std::size_t> findGpu(const std::vector<GpuIdentity>& gpus, const std::string& uuid);

/// NVML (libnvidia-ml.so.1, opened where the driver is); without a driver it has no GPUs and `reason` says why.
/// Thread-safe after construction.
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
