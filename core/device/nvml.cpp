// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/driver_library.h"
#include "device/monitor.h"

#include <dlfcn.h>
#include <algorithm>
#include <array>
#include <chrono>

namespace gatelab {
namespace {

// NVIDIA's management library, as far as it is used here. Its header does not come with the driver, so the prototypes
// are ours (NVML API reference, "Device Queries"); they have been stable since driver 450.
using Device = struct OpaqueDevice*;
using Return = int;
constexpr Return kSuccess = 0, kNotFound = 6, kInsufficientSize = 7;
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
struct ProcessShare {
    unsigned pid;
    unsigned long long microseconds;         // since 1970
    unsigned gpu, memory, encoder, decoder;  // per cent
};

/// Bits of the reasons for a clock below the highest one; of the others (idle, a setting) nobody needs to hear.
constexpr unsigned long long kPowerBits = 0x4 | 0x80, kHeatBits = 0x20 | 0x40, kHardwareBits = 0x8;
constexpr std::chrono::microseconds kShareOver = std::chrono::seconds(2);

std::optional<GpuBrake> brakeOf(unsigned long long reasons) {
    // A slowdown by the hardware names its cause, heat or power, beside it.
    if ((reasons & kHeatBits) != 0) return GpuBrake::Heat;
    if ((reasons & kPowerBits) != 0) return GpuBrake::Power;
    return (reasons & kHardwareBits) != 0 ? std::optional(GpuBrake::Hardware) : std::nullopt;
}

std::string reasonFor(Return code) {
    switch (code) {
        case 9:
            return "NVIDIA's driver is not loaded; install it, or restart after an update";
        case 4:
            return "this user may not ask NVIDIA's driver; check the permissions of /dev/nvidia*";
        case 18:
            return "NVIDIA's driver and its library have different versions; restart the machine";
        case 15:
            return "the GPU has been lost; restart the machine";
        default:
            return "NVIDIA's driver answers with error " + std::to_string(code) + "; check it with nvidia-smi";
    }
}

}  // namespace

/// The opened library: one pointer per function, null where this driver does not have it.
struct GpuMonitor::Library {
    void* handle = nullptr;
    bool initialised = false;
    struct Handles {
        Device own, sensors;  ///< of a part those of its GPU
    };
    std::vector<Handles> devices;

    Return (*init)() = nullptr;
    Return (*shutdown)() = nullptr;
    Return (*deviceCount)(unsigned*) = nullptr;
    Return (*deviceByIndex)(unsigned, Device*) = nullptr;
    Return (*name)(Device, char*, unsigned) = nullptr;
    Return (*uuid)(Device, char*, unsigned) = nullptr;
    Return (*driverVersion)(char*, unsigned) = nullptr;
    Return (*maxParts)(Device, unsigned*) = nullptr;
    Return (*partByIndex)(Device, unsigned, Device*) = nullptr;
    Return (*memoryInfo)(Device, MemoryInfo*) = nullptr;
    Return (*utilisation)(Device, Utilisation*) = nullptr;
    Return (*temperature)(Device, unsigned, unsigned*) = nullptr;
    Return (*power)(Device, unsigned*) = nullptr;  // mW
    Return (*clock)(Device, unsigned, unsigned*) = nullptr;
    Return (*maxClock)(Device, unsigned, unsigned*) = nullptr;
    Return (*brakes)(Device, unsigned long long*) = nullptr;
    Return (*processes)(Device, unsigned*, ProcessInfo*) = nullptr;
    Return (*processShares)(Device, ProcessShare*, unsigned*, unsigned long long) = nullptr;

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
        load(maxParts, "nvmlDeviceGetMaxMigDeviceCount");
        load(partByIndex, "nvmlDeviceGetMigDeviceHandleByIndex");
        load(memoryInfo, "nvmlDeviceGetMemoryInfo");
        load(utilisation, "nvmlDeviceGetUtilizationRates");
        load(temperature, "nvmlDeviceGetTemperature");
        load(power, "nvmlDeviceGetPowerUsage");
        load(clock, "nvmlDeviceGetClockInfo");
        load(maxClock, "nvmlDeviceGetMaxClockInfo");
        load(brakes, "nvmlDeviceGetCurrentClocksEventReasons");
        if (brakes == nullptr) load(brakes, "nvmlDeviceGetCurrentClocksThrottleReasons");  // its name before driver 535
        load(processes, "nvmlDeviceGetComputeRunningProcesses_v3");
        load(processShares, "nvmlDeviceGetProcessUtilization");
    }

    /// Empty when at least one GPU was found.
    std::string findDevices(std::vector<GpuIdentity>& gpus) {
        if (init == nullptr || deviceCount == nullptr || deviceByIndex == nullptr)
            return "NVIDIA's driver is too old to be asked; update it";
        if (const Return code = init(); code != kSuccess) return reasonFor(code);
        initialised = true;
        unsigned count = 0;
        if (const Return code = deviceCount(&count); code != kSuccess) return reasonFor(code);
        std::array<char, 96> text{};
        const std::string driver =
            driverVersion != nullptr && driverVersion(text.data(), text.size()) == kSuccess ? text.data() : "";
        const auto add = [&](unsigned index, Device own, Device sensors) {
            GpuIdentity gpu;
            gpu.index = static_cast<int>(index);
            gpu.driver = driver;
            gpu.isPart = own != sensors;
            if (name != nullptr && name(own, text.data(), text.size()) == kSuccess) gpu.name = text.data();
            if (uuid != nullptr && uuid(own, text.data(), text.size()) == kSuccess) gpu.uuid = text.data();
            devices.push_back({own, sensors});
            gpus.push_back(gpu);
        };
        for (unsigned index = 0; index < count; ++index) {
            Device device = nullptr, part = nullptr;
            if (deviceByIndex(index, &device) != kSuccess) continue;
            add(index, device, device);
            unsigned most = 0;
            if (maxParts == nullptr || partByIndex == nullptr || maxParts(device, &most) != kSuccess) continue;
            for (unsigned place = 0; place < most; ++place)
                if (partByIndex(device, place, &part) == kSuccess) add(index, part, device);  // places may be empty
        }
        return gpus.empty() ? "NVIDIA's driver is there, but it finds no GPU; check with nvidia-smi" : "";
    }

    /// One number; nothing when the driver or the device has none.
    std::optional<double> number(Return (*function)(Device, unsigned, unsigned*), Device device, unsigned kind) const {
        unsigned value = 0;
        return function != nullptr && function(device, kind, &value) == kSuccess ? std::optional<double>(value)
                                                                                 : std::nullopt;
    }

    std::vector<GpuProcess> processesOn(Device device) const {
        std::vector<GpuProcess> found;
        std::array<ProcessInfo, 64> infos{};
        auto count = static_cast<unsigned>(infos.size());
        if (processes == nullptr) return found;
        const Return code = processes(device, &count, infos.data());
        if (code == kInsufficientSize)
            count = static_cast<unsigned>(infos.size());
        else if (code != kSuccess)
            return found;
        // All bits set: the driver does not tell the size to this user.
        for (unsigned i = 0; i < count; ++i)
            found.push_back({infos[i].pid, infos[i].usedBytes == ~0ULL ? 0 : infos[i].usedBytes, std::nullopt});
        addShares(device, found);
        return found;
    }

    /// The driver names only those that computed; who is not named did nothing, unless the driver names nobody because
    /// it cannot.
    void addShares(Device device, std::vector<GpuProcess>& found) const {
        std::array<ProcessShare, 256> shares{};
        auto count = static_cast<unsigned>(shares.size());
        const auto since = std::chrono::system_clock::now().time_since_epoch() - kShareOver;
        if (found.empty() || processShares == nullptr) return;
        const Return code = processShares(
            device, shares.data(), &count,
            static_cast<unsigned long long>(std::chrono::duration_cast<std::chrono::microseconds>(since).count()));
        if (code == kNotFound)
            count = 0;
        else if (code != kSuccess)
            return;
        for (GpuProcess& process : found) {
            process.share = 0;
            for (unsigned i = 0; i < count; ++i)
                if (shares[i].pid == process.pid) process.share = std::max(*process.share, shares[i].gpu / 100.0);
        }
    }
};

std::optional<std::size_t> findGpu(const std::vector<GpuIdentity>& gpus, const std::string& uuid) {
    const auto bytes = [](const std::string& text) { return text.substr(std::min(text.find('-'), text.size())); };
    if (uuid.empty()) return std::nullopt;
    const auto place = [&](auto gpu) { return static_cast<std::size_t>(gpu - gpus.begin()); };
    if (const auto same = std::ranges::find(gpus, bytes(uuid), [&](const GpuIdentity& gpu) { return bytes(gpu.uuid); });
        same != gpus.end())
        return place(same);
    if (std::ranges::count(gpus, false, &GpuIdentity::isPart) != 1) return std::nullopt;
    return place(std::ranges::find(gpus, false, &GpuIdentity::isPart));
}

GpuMonitor::GpuMonitor() : library_(new Library) {
    library_->handle = openDriverLibrary("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
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
    const auto [device, sensors] = library_->devices[gpu];
    const Library& nvml = *library_;
    MemoryInfo memory{};
    if (nvml.memoryInfo != nullptr && nvml.memoryInfo(device, &memory) == kSuccess) {
        reading.usedBytes = static_cast<double>(memory.used);
        reading.freeBytes = static_cast<double>(memory.free);
        reading.totalBytes = static_cast<double>(memory.total);
    }
    Utilisation busy{};
    if (nvml.utilisation != nullptr && nvml.utilisation(device, &busy) == kSuccess)
        reading.utilisation = busy.gpu / 100.0;
    reading.temperature = nvml.number(nvml.temperature, sensors, kTemperatureGpu);
    unsigned milliwatts = 0;
    if (nvml.power != nullptr && nvml.power(sensors, &milliwatts) == kSuccess) reading.power = milliwatts / 1000.0;
    reading.clockMhz = nvml.number(nvml.clock, sensors, kClockSm);
    reading.maxClockMhz = nvml.number(nvml.maxClock, sensors, kClockSm);
    unsigned long long reasons = 0;
    if (nvml.brakes != nullptr && nvml.brakes(sensors, &reasons) == kSuccess) reading.brake = brakeOf(reasons);
    reading.processes = nvml.processesOn(device);
    return reading;
}

}  // namespace gatelab
