// SPDX-License-Identifier: GPL-3.0-or-later
// The part of NVIDIA's management library that core/device/nvml.cpp asks for. It counts the GPUs in the other order
// than CUDA: only their UUID joins them.
#include "fake_gpu.h"

#include <unistd.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace {

using fakegpu::driver;
constexpr int kSuccess = 0, kNotSupported = 3, kNotFound = 6, kInsufficientSize = 7, kLost = 15;

/// Handle of a device as a part of a GPU, whose own handle is the device.
struct Part {
    fakegpu::Device* of = nullptr;
};
std::array<Part, 2> parts;

bool isPart(const void* handle) { return handle >= parts.data() && handle < parts.data() + parts.size(); }
fakegpu::Device& deviceOf(void* handle) {
    return isPart(handle) ? *static_cast<Part*>(handle)->of : *static_cast<fakegpu::Device*>(handle);
}

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
    unsigned long long microseconds;
    unsigned gpu, memory, encoder, decoder;
};

int write(const std::string& text, char* out, unsigned length) {
    if (text.size() >= length) return kInsufficientSize;
    std::memcpy(out, text.c_str(), text.size() + 1);
    return kSuccess;
}

/// `fill` gets the device; a lost one answers nothing.
template <class Fill>
int ask(void* handle, const Fill& fill) {
    const std::lock_guard lock(driver().mutex);
    if (driver().isLost) return kLost;
    fill(std::as_const(deviceOf(handle)));
    return kSuccess;
}

unsigned long long othersBytes(const fakegpu::Device& device) {
    unsigned long long sum = 0;
    for (const fakegpu::Process& process : device.others) sum += process.bytes;
    return sum;
}

}  // namespace

extern "C" {
int nvmlInit_v2() { return kSuccess; }
int nvmlShutdown() { return kSuccess; }
int nvmlDeviceGetCount_v2(unsigned* count) {
    *count = static_cast<unsigned>(driver().devices.size());
    return kSuccess;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
    *device = &driver().devices.at(driver().devices.size() - 1 - index);
    return kSuccess;
}
int nvmlSystemGetDriverVersion(char* text, unsigned length) { return write("580.00", text, length); }
int nvmlDeviceGetName(void* device, char* text, unsigned length) { return write(deviceOf(device).name, text, length); }
int nvmlDeviceGetUUID(void* handle, char* text, unsigned length) {
    const fakegpu::Device& device = deviceOf(handle);
    if (isPart(handle)) return write("MIG" + device.uuid.substr(3), text, length);  // CUDA writes "GPU"
    return write(device.wholeUuid.empty() ? device.uuid : device.wholeUuid, text, length);
}
int nvmlDeviceGetMaxMigDeviceCount(void* handle, unsigned* count) {
    *count = isPart(handle) || deviceOf(handle).wholeUuid.empty() ? 0 : 7;
    return *count > 0 ? kSuccess : kNotSupported;
}
int nvmlDeviceGetMigDeviceHandleByIndex(void* handle, unsigned index, void** part) {
    if (index != 2) return kNotFound;  // the other places are empty
    Part& found = parts[static_cast<std::size_t>(&deviceOf(handle) - driver().devices.data())];
    found.of = &deviceOf(handle);
    *part = &found;
    return kSuccess;
}
int nvmlDeviceGetMemoryInfo(void* device, MemoryInfo* memory) {
    return ask(device, [&](const fakegpu::Device& d) {
        // In other parts
        const double elsewhere = isPart(device) || d.wholeUuid.empty() ? 0 : d.wholeBytes - d.totalBytes;
        memory->total = static_cast<unsigned long long>(d.totalBytes + elsewhere);
        memory->used = static_cast<unsigned long long>(d.reserved + elsewhere) + othersBytes(d);
        memory->free = memory->total - memory->used;
    });
}
int nvmlDeviceGetUtilizationRates(void* device, Utilisation* busy) {
    if (!deviceOf(device).wholeUuid.empty()) return kNotSupported;
    return ask(device, [&](const fakegpu::Device& d) { *busy = {d.percent, 0}; });
}
int nvmlDeviceGetTemperature(void* device, unsigned, unsigned* celsius) {
    if (isPart(device)) return kNotSupported;
    return ask(device, [&](const fakegpu::Device& d) { *celsius = d.celsius; });
}
int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
    return ask(device, [&](const fakegpu::Device& d) { *milliwatts = d.milliwatts; });
}
int nvmlDeviceGetClockInfo(void* device, unsigned, unsigned* mhz) {
    return ask(device, [&](const fakegpu::Device& d) { *mhz = d.mhz; });
}
int nvmlDeviceGetMaxClockInfo(void* device, unsigned, unsigned* mhz) {
    return ask(device, [&](const fakegpu::Device& d) { *mhz = d.maxMhz; });
}
int nvmlDeviceGetCurrentClocksEventReasons(void* device, unsigned long long* reasons) {
    return ask(device, [&](const fakegpu::Device& d) { *reasons = d.brakes; });
}
int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned* count, ProcessInfo* infos) {
    int code = kSuccess;
    const int answered = ask(device, [&](const fakegpu::Device& d) {
        std::vector<ProcessInfo> found;
        if (d.reserved > 0)
            found.push_back({static_cast<unsigned>(::getpid()), static_cast<unsigned long long>(d.reserved), 0, 0});
        for (const fakegpu::Process& process : d.others) found.push_back({process.pid, process.bytes, 0, 0});
        if (*count < found.size())
            code = kInsufficientSize;
        else
            std::ranges::copy(found, infos);
        *count = static_cast<unsigned>(found.size());
    });
    return answered != kSuccess ? answered : code;
}
int nvmlDeviceGetProcessUtilization(void* device, ProcessShare* shares, unsigned* count, unsigned long long) {
    return ask(device, [&](const fakegpu::Device& d) {
        *count = 0;
        for (const fakegpu::Process& process : d.others)
            shares[(*count)++] = {process.pid, 0, process.percent, 0, 0, 0};
    });
}
}
