// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

/// The face of libgatelab_cuda that needs neither CUDA nor LibTorch. The module is always built, and opened only where
/// libcuda.so.1 is.
namespace gatelab {

/// One GPU as the CUDA runtime sees it (after CUDA_VISIBLE_DEVICES); index: LibTorch's "cuda:<index>".
struct CudaDevice {
    int index = 0;
    std::string name;
    std::string uuid;  ///< "GPU-..." as NVML writes it
    /// Why it cannot be used for training, as far as that is known without using it and from what `probe` said last;
    /// empty: nothing is against it
    std::string unusable;
    double totalBytes = 0;
    int computeMajor = 0, computeMinor = 0;
    int multiprocessors = 0;
};

/// LibTorch's caching allocator on one device, bytes and counts since the start or the last reset of the peaks.
struct CudaAllocatorFigures {
    double allocated = 0, allocatedPeak = 0;  ///< handed out to tensors
    /// What living recorded graphs need beside that: the allocator counts it as free, and nobody else gets it
    double graphs = 0;
    double reserved = 0, reservedPeak = 0;  ///< taken from the driver
    double active = 0, inactiveSplit = 0;   ///< in use or awaited by a stream; lost to fragments
    std::int64_t retries = 0, outOfMemory = 0;
    /// What tensors hold, those inside of recorded graphs included.
    [[nodiscard]] double held() const { return allocated + graphs; }
    [[nodiscard]] double heldPeak() const { return allocatedPeak + graphs; }
};

/// GPU work that is recorded once and launched as a whole (a CUDA graph).
class DeviceGraph {
public:
    virtual ~DeviceGraph() = default;
    /// Runs `work` without executing what it gives to the current stream, which must not be the default one. Throws
    /// what went wrong.
    virtual void record(const std::function<void()>& work) = 0;
    /// Gives everything recorded to the current stream. Returns at once.
    virtual void launch() = 0;
};

struct RecurrentImplementation;  // kernels/recurrent.h, which needs LibTorch
struct MaskJob;                  // kernels/mask_job.h
struct UpdateJob;                // kernels/update/update_job.h
class RankWire;                  // ranks/rank_wire.h, which needs LibTorch
struct RankWireRequest;          // as well

/// What the module offers: one row of functions per kind. Filled by the module, valid for the life of the program.
/// Functions that return a Result or figures throw nothing.
struct CudaModule {
    static constexpr int kInterface = 8;  ///< counts up with every change of this header, or of RecurrentCall
    int interface = kInterface;
    std::string runtimeVersion, driverVersion, cudnnVersion;  ///< "13.0", "13.0", "9.19.0"

    /// LibTorch's part for CUDA, before a second thread asks for figures. Takes no memory of a GPU
    Result<> (*initialise)() = nullptr;
    Result<std::vector<CudaDevice>> (*devices)() = nullptr;  ///< all of them; takes no memory of any
    /// Why `device` cannot be trained on now; empty: a small kernel ran on it, or, where one did before, it still
    /// answers. From the first call on this process holds a context on it, which takes hundreds of MiB: ask it of the
    /// device that is to be used.
    std::string (*probe)(int device) = nullptr;
    /// By the driver, on a device that was probed; DeviceLost where it no longer answers
    Result<double> (*freeBytes)(int device) = nullptr;
    /// Zeros before the first allocation on it; any thread
    CudaAllocatorFigures (*allocatorFigures)(int device) = nullptr;
    void (*resetAllocatorPeaks)(int device) = nullptr;
    void (*releaseCachedMemory)() = nullptr;
    /// Blocks; fails (DeviceLost) where the device has been lost: the error of earlier asynchronous work arrives here
    Result<> (*synchronise)(int device) = nullptr;
    std::unique_ptr<DeviceGraph> (*makeGraph)(int device) = nullptr;
    std::span<const RecurrentImplementation> (*recurrentRows)() = nullptr;  ///< beside those of the engine
    /// Gives it to the current stream; throws where that cannot be
    void (*drawMask)(int device, const MaskJob& job) = nullptr;
    void (*updateWeights)(int device, const UpdateJob& job) = nullptr;  ///< likewise
    /// Between ranks that each have a GPU, by NCCL; throws where it cannot be
    std::unique_ptr<RankWire> (*openRankWire)(int device, const RankWireRequest& request) = nullptr;
    /// Which algorithms were chosen by measurement so far, one line per shape; kept with the run
    std::string (*tuning)() = nullptr;
    /// The same for a resumed run to begin with, which must go on with the algorithms that it began with
    std::string (*choices)() = nullptr;
    void (*useChoices)(const std::string& choices) = nullptr;
    /// For tests: what the allocator may take from the driver; infinite: all that there is
    void (*limitMemory)(int device, double bytes) = nullptr;
    /// For tests: an operation of LibTorch that makes the host wait for a device throws, on every thread
    void (*refuseWaits)(bool on) = nullptr;
};

/// The module, or the reason why there is none (a whole sentence). `module` lives as long as the program.
struct CudaModuleAnswer {
    const CudaModule* module = nullptr;
    Phrase reason;
};

/// Opens libgatelab_cuda from `folder` (libraryFolder() in the program). Must be called before anything asks LibTorch
/// about CUDA: LibTorch keeps its first answer. Costs nothing without a driver, otherwise 0.5 s warm and up to 5 s
/// cold: not on the GUI thread.
CudaModuleAnswer openCudaModule(const std::filesystem::path& folder);

}  // namespace gatelab
