// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/graph_step.h"

#include <ATen/core/CachingHostAllocator.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>

namespace gatelab {

namespace {

/// Memory that the graphs of one thread share: they are launched one after the other and keep nothing in it from launch to launch. LibTorch forgets a pool
/// with its last graph, so the next one begins with a new pool.
struct GraphPool {
    c10::MempoolId_t id = at::cuda::graph_pool_handle();
};

std::shared_ptr<GraphPool> poolOfThread() {
    thread_local std::weak_ptr<GraphPool> shared;
    auto pool = shared.lock();
    if (!pool) shared = pool = std::make_shared<GraphPool>();
    return pool;
}

struct Capture final : at::cuda::CUDAGraph {
    /// From then on the graph itself gives its memory back.
    [[nodiscard]] bool isComplete() const { return capture_ended_; }
};

class CudaGraph final : public DeviceGraph {
public:
    explicit CudaGraph(int device) : device_(static_cast<c10::DeviceIndex>(device)) {}

    void record(const std::function<void()>& work) override {
        const c10::cuda::CUDAGuard guard(device_);
        C10_CUDA_CHECK(cudaDeviceSynchronize());
        pool_ = poolOfThread();
        // Thread-local: allocations of other threads (the monitor, charts) must not break the recording.
        capture_.capture_begin(pool_->id, cudaStreamCaptureModeThreadLocal);
        try {
            work();
            capture_.capture_end();
        } catch (...) {
            abandon();
            throw;
        }
    }

    void launch() override {
        const c10::cuda::CUDAGuard guard(device_);
        capture_.replay();
    }

private:
    /// The stream must leave the recording, and both allocators must stop serving from the graph's pool, which LibTorch leaves to those who see a recording
    /// fail. The first error is the one that counts.
    void abandon() noexcept {
        const cudaStream_t stream = c10::cuda::getCurrentCUDAStream(device_);
        cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
        cudaGraph_t half = nullptr;
        if (cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone) cudaStreamEndCapture(stream, &half);
        if (half != nullptr) cudaGraphDestroy(half);
        if (!capture_.isComplete()) {
            at::HostAllocator* host = at::getHostAllocator(at::kCUDA);
            auto* device = c10::cuda::CUDACachingAllocator::get();
            quietly([&] { device->endAllocateToPool(device_, pool_->id); });
            quietly([&] { host->end_allocate_to_pool(pool_->id); });
            quietly([&] { device->releasePool(device_, pool_->id); });
            quietly([&] { host->release_pool(pool_->id); });
            pool_.reset();
        }
        cudaGetLastError();
    }

    /// What was not begun, or has ended already, cannot be ended.
    template <class Work>
    static void quietly(const Work& work) noexcept {
        try {
            work();
        } catch (const std::exception&) {
        }
    }

    c10::DeviceIndex device_;
    std::shared_ptr<GraphPool> pool_;
    Capture capture_;
};

}  // namespace

std::unique_ptr<DeviceGraph> makeCudaGraph(int device) { return std::make_unique<CudaGraph>(device); }

}  // namespace gatelab
