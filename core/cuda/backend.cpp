// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/backend.h"

#include "cuda/kernels/probe.h"

#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdio>

namespace gatelab {

namespace {

constexpr int kProbeSum = 255 * 256 / 2;

/// "GPU-01234567-89ab-cdef-0123-456789abcdef", NVML's way of writing it.
std::string uuidText(const cudaUUID_t& uuid) {
    std::string text = "GPU-";
    for (int i = 0; i < 16; ++i) {
        char byte[3];
        std::snprintf(byte, sizeof byte, "%02x", static_cast<unsigned>(static_cast<unsigned char>(uuid.bytes[i])));
        text += byte;
        if (i == 3 || i == 5 || i == 7 || i == 9) text += '-';
    }
    return text;
}

/// Why a device cannot train; empty when it can. LibTorch 2.11 for CUDA 13.0 has kernels from compute capability 7.5 on.
std::string whyUnusable(const cudaDeviceProp& properties, int device) {
    if (properties.major * 10 + properties.minor < 75)
        return "its compute capability " + std::to_string(properties.major) + '.' + std::to_string(properties.minor) + " is below 7.5";
    int sum = 0;
    if (const cudaError_t error = probeDevice(device, &sum); error != cudaSuccess) return cudaGetErrorString(error);
    return sum == kProbeSum ? std::string() : "it computed a wrong sum";
}

/// The verdict on every device, from the first call on: the probe opens a context on each, which costs time and device memory.
const std::vector<std::string>& verdicts(int count) {
    static const std::vector<std::string> kVerdicts = [count] {
        std::vector<std::string> found(static_cast<std::size_t>(count));
        for (int device = 0; device < count; ++device) {
            cudaDeviceProp properties{};
            const cudaError_t error = cudaGetDeviceProperties(&properties, device);
            found[static_cast<std::size_t>(device)] = error == cudaSuccess ? whyUnusable(properties, device) : cudaGetErrorString(error);
        }
        return found;
    }();
    return kVerdicts;
}

/// LibTorch's allocator has no state for a device before CUDA was initialised.
bool allocatorIsReady() { return c10::cuda::CUDACachingAllocator::get()->initialized(); }

double now(const c10::CachingAllocator::StatArray& figure) {
    return static_cast<double>(figure[static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE)].current);
}

double peak(const c10::CachingAllocator::StatArray& figure) {
    return static_cast<double>(figure[static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE)].peak);
}

}  // namespace

std::string versionText(int cudaVersion) { return std::to_string(cudaVersion / 1000) + '.' + std::to_string(cudaVersion % 1000 / 10); }

Result<std::vector<CudaDevice>> cudaDevices() {
    int count = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess)
        return Error{ErrorCode::NoDevice, {GATELAB_TEXT("Device", "the GPUs cannot be listed: %1"), {cudaGetErrorString(error)}}};
    int current = 0;
    cudaGetDevice(&current);
    std::vector<CudaDevice> found;
    for (int device = 0; device < count; ++device) {
        cudaDeviceProp properties{};
        CudaDevice row;
        row.index = device;
        row.unusable = verdicts(count)[static_cast<std::size_t>(device)];
        if (cudaGetDeviceProperties(&properties, device) == cudaSuccess) {
            row.name = properties.name;
            row.uuid = uuidText(properties.uuid);
            row.computeMajor = properties.major;
            row.computeMinor = properties.minor;
            row.multiprocessors = properties.multiProcessorCount;
            row.totalBytes = static_cast<double>(properties.totalGlobalMem);
        }
        std::size_t free = 0, total = 0;
        if (row.unusable.empty() && cudaSetDevice(device) == cudaSuccess && cudaMemGetInfo(&free, &total) == cudaSuccess)
            row.freeBytes = static_cast<double>(free);
        found.push_back(row);
    }
    cudaSetDevice(current);
    return found;
}

CudaAllocatorFigures cudaAllocatorFigures(int device) {
    CudaAllocatorFigures figures;
    if (!allocatorIsReady()) return figures;
    const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(static_cast<c10::DeviceIndex>(device));
    figures.allocated = now(stats.allocated_bytes);
    figures.allocatedPeak = peak(stats.allocated_bytes);
    figures.reserved = now(stats.reserved_bytes);
    figures.reservedPeak = peak(stats.reserved_bytes);
    figures.active = now(stats.active_bytes);
    figures.inactiveSplit = now(stats.inactive_split_bytes);
    figures.retries = stats.num_alloc_retries;
    figures.outOfMemory = stats.num_ooms;
    return figures;
}

void resetCudaAllocatorPeaks(int device) {
    if (allocatorIsReady()) c10::cuda::CUDACachingAllocator::resetPeakStats(static_cast<c10::DeviceIndex>(device));
}

void releaseCachedCudaMemory() {
    if (allocatorIsReady()) c10::cuda::CUDACachingAllocator::emptyCache();
}

Result<> synchroniseCuda(int device) {
    cudaError_t error = cudaSetDevice(device);
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    if (error == cudaSuccess) return {};
    return Error{ErrorCode::DeviceLost, {GATELAB_TEXT("Device", "the GPU stopped working: %1"), {cudaGetErrorString(error)}}};
}

void limitCudaMemory(int device, double bytes) {
    cudaDeviceProp properties{};
    if (!allocatorIsReady() || cudaGetDeviceProperties(&properties, device) != cudaSuccess) return;
    c10::cuda::CUDACachingAllocator::setMemoryFraction(std::clamp(bytes / static_cast<double>(properties.totalGlobalMem), 0.0, 1.0), static_cast<c10::DeviceIndex>(device));
}

void refuseCudaWaits(bool on) { c10::cuda::warning_state().set_sync_debug_mode(on ? c10::cuda::SyncDebugMode::L_ERROR : c10::cuda::SyncDebugMode::L_DISABLED); }

}  // namespace gatelab
