// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/graph_step.h"

#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>

namespace gatelab {

namespace {

class CudaGraph final : public DeviceGraph {
public:
    explicit CudaGraph(int device) : device_(static_cast<c10::DeviceIndex>(device)) {}

    void record(const std::function<void()>& work) override {
        const c10::cuda::CUDAGuard guard(device_);
        C10_CUDA_CHECK(cudaDeviceSynchronize());
        // Thread-local: allocations of other threads (the monitor, charts) must not break the recording.
        graph_.capture_begin({0, 0}, cudaStreamCaptureModeThreadLocal);
        try {
            work();
        } catch (...) {
            endQuietly();
            throw;
        }
        graph_.capture_end();
    }

    void launch() override {
        const c10::cuda::CUDAGuard guard(device_);
        graph_.replay();
    }

private:
    /// The stream must leave the recording, whatever it has become; the first error is the one that counts.
    void endQuietly() noexcept {
        try {
            graph_.capture_end();
        } catch (const std::exception&) {
            cudaGetLastError();
        }
    }

    c10::DeviceIndex device_;
    at::cuda::CUDAGraph graph_;
};

}  // namespace

std::unique_ptr<DeviceGraph> makeCudaGraph(int device) { return std::make_unique<CudaGraph>(device); }

}  // namespace gatelab
