// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/graph_step.h"

#include "cuda/recorded_bytes.h"

#include <ATen/core/CachingHostAllocator.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>

#include <algorithm>
#include <map>
#include <mutex>

namespace gatelab {

namespace {

/// Bytes that the living pools of each device need.
struct PoolBytes {
    std::mutex mutex;
    std::map<c10::DeviceIndex, double> bytes;
    void add(c10::DeviceIndex device, double more) {
        const std::lock_guard lock(mutex);
        bytes[device] += more;
    }
};
PoolBytes& poolBytes() {
    static PoolBytes all;
    return all;
}

/// Memory that the graphs of one thread share: they are launched one after the other and keep nothing in it from launch
/// to launch. LibTorch forgets a pool with its last graph, so the next one begins with a new pool.
struct GraphPool {
    explicit GraphPool(c10::DeviceIndex where) : device(where) {}
    ~GraphPool() { poolBytes().add(device, -bytes); }
    GraphPool(const GraphPool&) = delete;
    GraphPool& operator=(const GraphPool&) = delete;
    /// A graph needs so much; the others use the same memory.
    void need(double graph) {
        if (graph > bytes) poolBytes().add(device, graph - bytes);
        bytes = std::max(bytes, graph);
    }

    c10::MempoolId_t id = at::cuda::graph_pool_handle();
    c10::DeviceIndex device;
    double bytes = 0;
};

std::shared_ptr<GraphPool> poolOfThread(c10::DeviceIndex device) {
    thread_local std::map<c10::DeviceIndex, std::weak_ptr<GraphPool>> shared;
    auto pool = shared[device].lock();
    if (!pool) shared[device] = pool = std::make_shared<GraphPool>(device);
    return pool;
}

struct Capture final : at::cuda::CUDAGraph {
    /// From then on the graph itself gives its memory back.
    [[nodiscard]] bool isComplete() const { return capture_ended_; }
    /// The allocators serve from its pool.
    [[nodiscard]] bool isBegun() const { return capture_dev_ != UNDEFINED_DEVICE; }
};

class CudaGraph final : public DeviceGraph {
public:
    explicit CudaGraph(int device) : device_(static_cast<c10::DeviceIndex>(device)) {}

    void record(const std::function<void()>& work) override {
        const c10::cuda::CUDAGuard guard(device_);
        const std::lock_guard alone(recordingMutex());
        // The stream alone: waiting for the whole device would spoil what another program's part records on it.
        C10_CUDA_CHECK(cudaStreamSynchronize(c10::cuda::getCurrentCUDAStream(device_)));
        // What single steps left in the cache cannot be given to the graph's pool, nor be given back while it is
        // recorded.
        c10::cuda::CUDACachingAllocator::emptyCache();
        pool_ = poolOfThread(device_);
        try {
            // Thread-local: allocations of other threads (the monitor, charts) must not break the recording.
            capture_.capture_begin(pool_->id, cudaStreamCaptureModeThreadLocal);
            const double bytes = RecordedBytes::of({c10::kCUDA, device_}, work);
            capture_.capture_end();
            // From now on the allocator counts the graph's memory as free, though nobody else gets it.
            pool_->need(bytes);
        } catch (...) {
            abandon();
            throw;
        }
        // The rise of the recording is told as the graph's from here on.
        c10::cuda::CUDACachingAllocator::resetPeakStats(device_);
    }

    void launch() override {
        const c10::cuda::CUDAGuard guard(device_);
        capture_.replay();
    }

private:
    /// The stream must leave the recording, and both allocators must stop serving from the graph's pool, which LibTorch
    /// leaves to those who see a recording fail. The first error is the one that counts.
    void abandon() noexcept {
        const cudaStream_t stream = c10::cuda::getCurrentCUDAStream(device_);
        cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
        cudaGraph_t half = nullptr;
        if (cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone)
            cudaStreamEndCapture(stream, &half);
        if (half != nullptr) cudaGraphDestroy(half);
        if (capture_.isBegun() && !capture_.isComplete()) {
            at::HostAllocator* host = at::getHostAllocator(at::kCUDA);
            auto* device = c10::cuda::CUDACachingAllocator::get();
            quietly([&] { device->endAllocateToPool(device_, pool_->id); });
            quietly([&] { host->end_allocate_to_pool(pool_->id); });
            quietly([&] { device->releasePool(device_, pool_->id); });
            quietly([&] { host->release_pool(pool_->id); });
        }
        if (!capture_.isComplete()) pool_.reset();
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

std::mutex& recordingMutex() {
    static std::mutex one;
    return one;
}

double recordedBytes(int device) {
    PoolBytes& all = poolBytes();
    const std::lock_guard lock(all.mutex);
    const auto found = all.bytes.find(static_cast<c10::DeviceIndex>(device));
    return found == all.bytes.end() ? 0 : found->second;
}

std::unique_ptr<DeviceGraph> makeCudaGraph(int device) { return std::make_unique<CudaGraph>(device); }

}  // namespace gatelab
