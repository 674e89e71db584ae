// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/backend.h"

#include "cuda/graph_step.h"
#include "cuda/kernels/draw_mask.h"
#include "cuda/kernels/probe.h"
#include "cuda/kernels/update_weights.h"

#include <ATen/Context.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>

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

/// The device is the thread's for as long as this lives. Going back opens no context on the one before, which
/// cudaSetDevice would; a failed call leaves no error behind for whoever asks next.
class OnDevice {
public:
    explicit OnDevice(int device) {
        if (c10::cuda::GetDevice(&before_) != cudaSuccess) before_ = -1;
        error_ = c10::cuda::SetDevice(static_cast<c10::DeviceIndex>(device));
    }
    ~OnDevice() {
        if (before_ >= 0) c10::cuda::MaybeSetDevice(before_);
        cudaGetLastError();
    }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;
    [[nodiscard]] cudaError_t error() const { return error_; }

private:
    c10::DeviceIndex before_ = -1;
    cudaError_t error_ = cudaSuccess;
};

/// What the probes said: of each device the last word, and whether our kernel has run on it.
struct Verdict {
    bool ran = false;
    std::string unusable;
};
std::mutex verdictMutex;
std::map<int, Verdict>& verdicts() {
    static std::map<int, Verdict> found;
    return found;
}

/// Why a device cannot train as far as its attributes tell, which opens no context. LibTorch 2.11 for CUDA 13.0 has
/// kernels from compute capability 7.5 on.
std::string refusedByAttributes(const cudaDeviceProp& properties, int device) {
    if (properties.major * 10 + properties.minor < 75)
        return "its compute capability " + std::to_string(properties.major) + '.' + std::to_string(properties.minor) +
               " is below 7.5";
    int mode = cudaComputeModeDefault;
    if (cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device) == cudaSuccess &&
        mode == cudaComputeModeProhibited)
        return "its compute mode forbids computing (nvidia-smi -c)";
    return {};
}

/// A probe that ran once need not run again: a device that is lost fails at any call.
std::string probeNow(int device, bool ranBefore) {
    const OnDevice on(device);
    if (on.error() != cudaSuccess) return cudaGetErrorString(on.error());
    if (ranBefore) {
        std::size_t free = 0, total = 0;
        const cudaError_t error = cudaMemGetInfo(&free, &total);
        return error == cudaSuccess ? std::string() : cudaGetErrorString(error);
    }
    int sum = 0;
    if (const cudaError_t error = probeDevice(device, &sum); error != cudaSuccess) return cudaGetErrorString(error);
    return sum == kProbeSum ? std::string() : "it computed a wrong sum";
}

Error lost(cudaError_t error) {
    return {ErrorCode::DeviceLost,
            {GATELAB_TEXT("Device", "the GPU stopped working: %1"), {cudaGetErrorString(error)}}};
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

std::string versionText(int cudaVersion) {
    return std::to_string(cudaVersion / 1000) + '.' + std::to_string(cudaVersion % 1000 / 10);
}

Result<> initialiseCuda() {
    try {
        if (!at::hasCUDA())
            return Error{ErrorCode::NoDevice,
                         GATELAB_TEXT("Device", "LibTorch does not see the GPU that the driver offers")};
        at::globalContext().lazyInitDevice(at::kCUDA);
        return {};
    } catch (const std::exception& problem) {
        const auto* message = dynamic_cast<const c10::Error*>(&problem);
        return Error{ErrorCode::NoDevice,
                     {GATELAB_TEXT("Device", "LibTorch cannot use CUDA: %1"),
                      {message != nullptr ? message->what_without_backtrace() : problem.what()}}};
    }
}

Result<std::vector<CudaDevice>> cudaDevices() {
    int count = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess)
        return Error{ErrorCode::NoDevice,
                     {GATELAB_TEXT("Device", "the GPUs cannot be listed: %1"), {cudaGetErrorString(error)}}};
    std::vector<CudaDevice> found;
    for (int device = 0; device < count; ++device) {
        cudaDeviceProp properties{};
        CudaDevice row;
        row.index = device;
        if (const cudaError_t error = cudaGetDeviceProperties(&properties, device); error == cudaSuccess) {
            row.name = properties.name;
            row.uuid = uuidText(properties.uuid);
            row.computeMajor = properties.major;
            row.computeMinor = properties.minor;
            row.multiprocessors = properties.multiProcessorCount;
            row.totalBytes = static_cast<double>(properties.totalGlobalMem);
            row.unusable = refusedByAttributes(properties, device);
        } else {
            row.unusable = cudaGetErrorString(error);
            cudaGetLastError();
        }
        if (row.unusable.empty()) {
            const std::lock_guard lock(verdictMutex);
            row.unusable = verdicts()[device].unusable;
        }
        found.push_back(row);
    }
    return found;
}

std::string probeCuda(int device) {
    const std::lock_guard lock(verdictMutex);
    Verdict& verdict = verdicts()[device];
    verdict.unusable = probeNow(device, verdict.ran);
    verdict.ran = verdict.ran || verdict.unusable.empty();
    return verdict.unusable;
}

Result<double> freeCudaBytes(int device) {
    const OnDevice on(device);
    std::size_t free = 0, total = 0;
    cudaError_t error = on.error();
    if (error == cudaSuccess) error = cudaMemGetInfo(&free, &total);
    if (error == cudaSuccess) return static_cast<double>(free);
    return lost(error);
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
    figures.graphs = recordedBytes(device);
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
    const OnDevice on(device);
    cudaError_t error = on.error();
    // While another thread records a graph on it, a wait for the device fails and spoils the graph.
    const std::lock_guard nobodyRecords(recordingMutex());
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    if (error == cudaSuccess) return {};
    return lost(error);
}

void drawCudaMask(int device, const MaskJob& job) {
    const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(device));
    C10_CUDA_CHECK(launchMask(job, c10::cuda::getCurrentCUDAStream(static_cast<c10::DeviceIndex>(device))));
}

void updateCudaWeights(int device, const UpdateJob& job) {
    const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(device));
    C10_CUDA_CHECK(launchUpdate(job, c10::cuda::getCurrentCUDAStream(static_cast<c10::DeviceIndex>(device))));
}

void limitCudaMemory(int device, double bytes) {
    cudaDeviceProp properties{};
    if (!allocatorIsReady() || cudaGetDeviceProperties(&properties, device) != cudaSuccess) return;
    c10::cuda::CUDACachingAllocator::setMemoryFraction(
        std::clamp(bytes / static_cast<double>(properties.totalGlobalMem), 0.0, 1.0),
        static_cast<c10::DeviceIndex>(device));
}

void refuseCudaWaits(bool on) {
    c10::cuda::warning_state().set_sync_debug_mode(on ? c10::cuda::SyncDebugMode::L_ERROR
                                                      : c10::cuda::SyncDebugMode::L_DISABLED);
}

}  // namespace gatelab
