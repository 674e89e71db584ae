// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/failure.h"

#include "device/given_up.h"
#include "device/monitor.h"
#include "train/trainer.h"

#include <c10/util/Exception.h>

#include <cstdint>
#include <new>
#include <string>

namespace gatelab {

namespace {

Error hostMemoryShort() {
    const std::uint64_t limit = addressSpace().limit;
    if (limit > 0)
        return {ErrorCode::OutOfMemory,
                {GATELAB_TEXT("Training",
                              "not enough memory: this model and batch need more than the %1 MiB of address space that "
                              "the process may take (memory limit); "
                              "what was saved before is safe; try a smaller batch, a shorter lookback or a smaller "
                              "model, or raise the limit"),
                 {limit >> 20}}};
    return {ErrorCode::OutOfMemory, GATELAB_TEXT("Training",
                                                 "this machine has not enough memory for this model and batch; what "
                                                 "was saved before is safe; try a smaller batch, a "
                                                 "shorter lookback or a smaller model, and close other programs")};
}

constexpr int kCudaOutOfMemory = 2;  // cudaErrorMemoryAllocation

Error deviceMemoryShort(const c10::Error& problem) {
    return {ErrorCode::OutOfMemory,
            {GATELAB_TEXT("Training",
                          "the GPU has not enough memory for this model and batch; what was saved before is safe; try "
                          "a smaller batch with "
                          "accumulation, a shorter lookback, a smaller model, or the CPU (%1)"),
             {problem.what_without_backtrace()}}};
}

Error deviceLost(const std::string& what) {
    return {ErrorCode::DeviceLost,
            {GATELAB_TEXT("Training",
                          "the GPU stopped working: %1; what was saved before is safe; restart Gatelab to use it "
                          "again, or go on with the CPU"),
             {what}}};
}
Error deviceLost(const c10::Error& problem) { return deviceLost(std::string(problem.what_without_backtrace())); }

Error didNotEnd(const std::string& what) {
    return {ErrorCode::DeviceLost,
            {GATELAB_TEXT("Training",
                          "a measurement on the GPU did not end (%1), and is left out from now on; it may still hold a "
                          "part of the GPU: restart Gatelab and start the run again; what was saved before is safe"),
             {what}}};
}

Error internal(const std::string& what) {
    return {ErrorCode::Internal,
            {GATELAB_TEXT("Training",
                          "training stopped: %1; what was saved before is safe; this is a fault of Gatelab, please "
                          "report it with this text"),
             {what}}};
}

/// After a real loss every call fails, whatever the first failure said.
bool isLost(const CudaModule* cuda, int gpu) {
    return cuda != nullptr && gpu >= 0 && (isGivenUp(gpu) || !cuda->synchronise(gpu).ok());
}

}  // namespace

Error describeFailure(const std::exception_ptr& failure, const CudaModule* cuda, int gpu) {
    try {
        std::rethrow_exception(failure);
    } catch (const StopWithError& stop) {
        return stop.error;
    } catch (const TrialDidNotEnd& problem) {
        giveUpGpu(gpu);
        return didNotEnd(problem.what());
    } catch (const XlaFailure& stop) {
        return stop.error;
    } catch (const RanksStopped& stop) {
        return stop.error;
    } catch (const c10::OutOfMemoryError& problem) {
        return deviceMemoryShort(problem);
    } catch (const std::bad_alloc&) {
        return hostMemoryShort();
    } catch (const c10::AcceleratorError& problem) {
        if (problem.get_error_code() == kCudaOutOfMemory) return deviceMemoryShort(problem);
        return cuda == nullptr || gpu < 0 || isLost(cuda, gpu) ? deviceLost(problem)
                                                               : internal(problem.what_without_backtrace());
    } catch (const c10::Error& problem) {
        const std::string what = problem.what_without_backtrace();
        const auto says = [&](const char* word) { return what.find(word) != std::string::npos; };
        if (says("DefaultCPUAllocator") || says("can't allocate memory")) return hostMemoryShort();
        // Libraries beside LibTorch's allocator: their states have no code of ours, but these names for good.
        if (says("STATUS_ALLOC_FAILED")) return deviceMemoryShort(problem);
        if (isLost(cuda, gpu)) return deviceLost(problem);
        if (says("CUDNN_STATUS") || says("cuDNN"))
            return {ErrorCode::Unsupported,
                    {GATELAB_TEXT("Training",
                                  "cuDNN could not compute this layer: %1; what was saved before is safe; choose the "
                                  "implementation 'cell', which does not need it, or the CPU"),
                     {what}}};
        return internal(what);
    } catch (const std::exception& problem) {
        return isLost(cuda, gpu) ? deviceLost(problem.what()) : internal(problem.what());
    } catch (...) {
        return {ErrorCode::Internal,
                GATELAB_TEXT("Training", "training stopped for an unknown reason; what was saved before is safe")};
    }
}

}  // namespace gatelab
