// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/monitor.h"

#include <array>
#include <dlfcn.h>

namespace gatelab {
namespace {

// NVIDIA's management library, as far as it is used here. Its header does not come with the driver, so the prototypes are ours (NVML API
// reference, "Device Queries"); they have been stable since driver 450.
using Device = struct OpaqueDevice*;
using Return = int;
constexpr Return kSuccess = 0, kInsufficientSize = 7;
constexpr unsigned kTemperatureGpu = 0, kClockSm = 1;

struct MemoryInfo {
    unsigned long long total, free, used;
};
struct Utilisation {
    unsigned gpu, memory;
};
struct ProcessInfo {
    unsigned pid;
    unsigned long long usedBytes;
    unsigned gpuInstance, computeInstance;
};

std::string reasonFor(Return code) {
    switch (code) {
        case 9: return "NVIDIA's driver is not loaded; install it, or restart after an update";
        case 4: return "this user may not ask NVIDIA's driver; check the permissions of /dev/nvidia*";
        case 18: return "NVIDIA's driver and its library have different versions; restart the machine";
        case 15: return "the GPU has been lost; restart the machine";
        default: return "NVIDIA's driver answers with error " + std::to_string(code) + "; check it with nvidia-smi";
    }
}

}  // namespace

/// The opened library: one pointer per function, null where this driver does not have it.
struct GpuMonitor::Library {
    void* handle = nullptr;
    bool initialised = false;
    std::vector<Device> devices;

    Return (*init)() = nullptr;
    Return (*shutdown)() = nullptr;
    Return (*deviceCount)(unsigned*) = nullptr;
    Return (*deviceByIndex)(unsigned, Device*) = nullptr;
    Return (*name)(Device, char*, unsigned) = nullptr;
    Return (*uuid)(Device, char*, unsigned) = nullptr;
    Return (*driverVersion)(char*, unsigned) = nullptr;
    Return (*memoryInfo)(Device, MemoryInfo*) = nullptr;
    Return (*utilisation)(Device, Utilisation*) = nullptr;
    Return (*temperature)(Device, unsigned, unsigned*) = nullptr;
    Return (*power)(Device, unsigned*) = nullptr;  // mW
    Return (*clock)(Device, unsigned, unsigned*) = nullptr;
    Return (*maxClock)(Device, unsigned, unsigned*) = nullptr;
    Return (*processes)(Device, unsigned*, ProcessInfo*) = nullptr;

    template <class Function>
    void load(Function& function, const char* symbol) {
        function = reinterpret_cast<Function>(dlsym(handle, symbol));
    }
    void loadAll() {
        load(init, "nvmlInit_v2");
        load(shutdown, "nvmlShutdown");
        load(deviceCount, "nvmlDeviceGetCount_v2");
        load(deviceByIndex, "nvmlDeviceGetHandleByIndex_v2");
        load(name, "nvmlDeviceGetName");
        load(uuid, "nvmlDeviceGetUUID");
        load(driverVersion, "nvmlSystemGetDriverVersion");
        load(memoryInfo, "nvmlDeviceGetMemoryInfo");
        load(utilisation, "nvmlDeviceGetUtilizationRates");
        load(temperature, "nvmlDeviceGetTemperature");
        load(power, "nvmlDeviceGetPowerUsage");
        load(clock, "nvmlDeviceGetClockInfo");
        load(maxClock, "nvmlDeviceGetMaxClockInfo");
        load(processes, "nvmlDeviceGetComputeRunningProcesses_v3");
    }

    /// Empty when at least one GPU was found.
    std::string findDevices(std::vector<GpuIdentity>& gpus) {
        if (init == nullptr || deviceCount == nullptr || deviceByIndex == nullptr) return "NVIDIA's driver is too old to be asked; update it";
        if (const Return code = init(); code != kSuccess) return reasonFor(code);
        initialised = true;
        unsigned count = 0;
        if (const Return code = deviceCount(&count); code != kSuccess) return reasonFor(code);
        std::array<char, 96> text{};
        const std::string driver = driverVersion != nullptr && driverVersion(text.data(), text.size()) == kSuccess ? text.data() : "";
        for (unsigned index = 0; index < count; ++index) {
            Device device = nullptr;
            if (deviceByIndex(index, &device) != kSuccess) continue;
            GpuIdentity gpu;
            gpu.index = static_cast<int>(index);
            gpu.driver = driver;
            if (name != nullptr && name(device, text.data(), text.size()) == kSuccess) gpu.name = text.data();
            if (uuid != nullptr && uuid(device, text.data(), text.size()) == kSuccess) gpu.uuid = text.data();
            devices.push_back(device);
            gpus.push_back(gpu);
        }
        return gpus.empty() ? "NVIDIA's driver is there, but it finds no GPU; check with nvidia-smi" : "";
    }

    /// One number; nothing when the driver or the device has none.
    std::optional<double> number(Return (*function)(Device, unsigned, unsigned*), Device device, unsigned kind) const {
        unsigned value = 0;
        return function != nullptr && function(device, kind, &value) == kSuccess ? std::optional<double>(value) : std::nullopt;
    }
};

GpuMonitor::GpuMonitor() : library_(new Library) {
    library_->handle = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library_->handle == nullptr) {
        reason_ = "no NVIDIA driver is installed";
        return;
    }
    library_->loadAll();
    reason_ = library_->findDevices(gpus_);
}

GpuMonitor::~GpuMonitor() {
    if (library_->initialised && library_->shutdown != nullptr) library_->shutdown();
    if (library_->handle != nullptr) dlclose(library_->handle);
    delete library_;
}

GpuReading GpuMonitor::read(std::size_t gpu) const {
    GpuReading reading;
    if (gpu >= library_->devices.size()) return reading;
    const Device device = library_->devices[gpu];
    const Library& nvml = *library_;
    MemoryInfo memory{};
    if (nvml.memoryInfo != nullptr && nvml.memoryInfo(device, &memory) == kSuccess) {
        reading.usedBytes = static_cast<double>(memory.used);
        reading.freeBytes = static_cast<double>(memory.free);
        reading.totalBytes = static_cast<double>(memory.total);
    }
    Utilisation busy{};
    if (nvml.utilisation != nullptr && nvml.utilisation(device, &busy) == kSuccess) reading.utilisation = busy.gpu / 100.0;
    reading.temperature = nvml.number(nvml.temperature, device, kTemperatureGpu);
    unsigned milliwatts = 0;
    if (nvml.power != nullptr && nvml.power(device, &milliwatts) == kSuccess) reading.power = milliwatts / 1000.0;
    reading.clockMhz = nvml.number(nvml.clock, device, kClockSm);
    reading.maxClockMhz = nvml.number(nvml.maxClock, device, kClockSm);
    std::array<ProcessInfo, 64> processes{};
    auto count = static_cast<unsigned>(processes.size());
    if (nvml.processes != nullptr) {
        const Return code = nvml.processes(device, &count, processes.data());
        if (code == kInsufficientSize) count = static_cast<unsigned>(processes.size());
        // All bits set: the driver does not tell the size to this user.
        for (unsigned i = 0; (code == kSuccess || code == kInsufficientSize) && i < count; ++i)
            reading.processes.emplace_back(processes[i].pid, processes[i].usedBytes == ~0ULL ? 0 : processes[i].usedBytes);
    }
    return reading;
}

}  // namespace gatelab
