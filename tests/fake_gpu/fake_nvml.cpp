// SPDX-License-Identifier: GPL-3.0-or-later
// The part of NVIDIA's management library that core/device/nvml.cpp asks for. It counts the GPUs in the other order
// than CUDA: only their UUID joins them.
#include "fake_gpu.h"

#include <unistd.h>
#include <algorithm>
#include <cstring>

namespace {

using fakegpu::driver;
constexpr int kSuccess = 0, kInsufficientSize = 7, kLost = 15;

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
int ask(const void* device, const Fill& fill) {
    const std::lock_guard lock(driver().mutex);
    if (driver().isLost) return kLost;
    fill(*static_cast<const fakegpu::Device*>(device));
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
int nvmlDeviceGetName(void* device, char* text, unsigned length) {
    return write(static_cast<fakegpu::Device*>(device)->name, text, length);
}
int nvmlDeviceGetUUID(void* device, char* text, unsigned length) {
    return write(static_cast<fakegpu::Device*>(device)->uuid, text, length);
}
int nvmlDeviceGetMemoryInfo(void* device, MemoryInfo* memory) {
    return ask(device, [&](const fakegpu::Device& d) {
        memory->total = static_cast<unsigned long long>(d.totalBytes);
        memory->used = static_cast<unsigned long long>(d.reserved) + othersBytes(d);
        memory->free = memory->total - memory->used;
    });
}
int nvmlDeviceGetUtilizationRates(void* device, Utilisation* busy) {
    return ask(device, [&](const fakegpu::Device& d) { *busy = {d.percent, 0}; });
}
int nvmlDeviceGetTemperature(void* device, unsigned, unsigned* celsius) {
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
