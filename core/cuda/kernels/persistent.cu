// SPDX-License-Identifier: GPL-3.0-or-later
#include "persistent.h"

#include "kernels/persistent/launch_plan.h"
#include "kernels/persistent/passes.h"
#include "step_barrier.h"

#include <cooperative_groups.h>

namespace gatelab {

namespace {

namespace groups = cooperative_groups;
using namespace persistent;

extern __shared__ __align__(16) unsigned char blockMemory[];

/// What passes.h needs, of one thread of a GPU.
template <Exchange kHow>
class DeviceTeam {
public:
    static constexpr Exchange kExchange = kHow;

    struct Thread {
        std::int32_t index = 0, rank = 0, ranks = 1;
        std::int64_t team = 0;
        float* shared = nullptr;
        Registers<float> registers;

        template <int kCount>
        __device__ __forceinline__ void publish(const Job<float>& job, std::int32_t buffer, std::int32_t place,
                                                std::int32_t apart, const float (&values)[kCount]) {
            const std::int32_t at = buffer * static_cast<std::int32_t>(sourceNumbers(job)) + place;
            if constexpr (kHow == Exchange::Global) {
                float* to = job.exchange + team * 2 * sourceNumbers(job) + at;
#pragma unroll
                for (int i = 0; i < kCount; ++i) to[i * apart] = values[i];
            } else if (ranks == 1) {
#pragma unroll
                for (int i = 0; i < kCount; ++i) shared[at + i * apart] = values[i];
            } else {
#if __CUDA_ARCH__ >= 900
                // Each block begins with another one; their number is a power of two.
                for (std::int32_t turn = 0; turn < ranks; ++turn) {
                    const std::int32_t other = (rank + turn) & (ranks - 1);
                    const std::uint32_t to = inBlock(static_cast<std::uint32_t>(__cvta_generic_to_shared(shared + at)),
                                                     other),
                                        barrier = inBlock(StepBarrier::of(blockMemory, buffer).at, other);
#pragma unroll
                    for (int i = 0; i < kCount; ++i)
                        storeAndCount(to + static_cast<std::uint32_t>(i * apart) * 4u, values[i], barrier);
                }
#endif
            }
        }
        /// Past the first cache, which does not see what other blocks write.
        __device__ __forceinline__ void collect(const Job<float>& job, std::int32_t buffer, float* to) {
            const float* from = job.exchange + (team * 2 + buffer) * sourceNumbers(job);
            const auto numbers = static_cast<std::int32_t>(sourceNumbers(job));
            for (std::int32_t i = index; i < numbers; i += kThreads) to[i] = __ldcg(from + i);
        }
    };

    __device__ explicit DeviceTeam(const Job<float>& job) {
        thread_.index = static_cast<std::int32_t>(threadIdx.x);
        thread_.ranks = job.ranks;
        thread_.rank = static_cast<std::int32_t>(blockIdx.x) % job.ranks;
        thread_.team = job.firstTeam + static_cast<std::int64_t>(blockIdx.x) / job.ranks;
        thread_.shared = reinterpret_cast<float*>(blockMemory);
        if constexpr (kHow == Exchange::Shared) {
            if (job.ranks == 1) return;
            thread_.shared += kBarrierBytes / sizeof(float);
#if __CUDA_ARCH__ >= 900
            if (threadIdx.x != 0) return;
            for (std::int32_t buffer = 0; buffer < 2; ++buffer)
                StepBarrier::of(blockMemory, buffer).init(kThreads / 32);
            asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
            for (std::int32_t buffer = 0; buffer < 2; ++buffer)
                StepBarrier::of(blockMemory, buffer).arm(bytesPerStep(job));
#endif
        }
    }
    template <class F>
    __device__ __forceinline__ void blockPhase(F f) {
        f(thread_);
        __syncthreads();
    }
    template <class F>
    __device__ __forceinline__ void teamPhase(F f) {
        f(thread_);
        if constexpr (kHow == Exchange::Global) {
            groups::this_grid().sync();
        } else if (thread_.ranks == 1) {
            __syncthreads();
        } else {
#if __CUDA_ARCH__ >= 900
            groups::this_cluster().sync();
#endif
        }
    }
    template <class F>
    __device__ __forceinline__ void exchangePhase(const Job<float>& job, std::int32_t step, std::int32_t buffer, F f) {
        if constexpr (kHow == Exchange::Global) {
            teamPhase(f);
            return;
        }
        f(thread_);
        if (thread_.ranks == 1) {
            __syncthreads();
            return;
        }
#if __CUDA_ARCH__ >= 900
        const StepBarrier barrier = StepBarrier::of(blockMemory, buffer);
        __syncwarp();
        if (thread_.index % 32 == 0) barrier.arrive();
        barrier.wait(static_cast<std::uint32_t>(step / 2 % 2));
        if (thread_.index == 0) barrier.arm(bytesPerStep(job));
#endif
    }

private:
    static __device__ __forceinline__ std::uint32_t bytesPerStep(const Job<float>& job) {
        return static_cast<std::uint32_t>(sourceNumbers(job) * sizeof(float));
    }
    Thread thread_;
};

template <Exchange kHow, GatedCell kCell, Products kProducts, bool kBackward>
__global__ void __launch_bounds__(kThreads, 1) persistentKernel(const __grid_constant__ Job<float> job) {
    DeviceTeam<kHow> team(job);
    Pass<DeviceTeam<kHow>, float, kCell, kProducts, kBackward>::run(team, &job);
}

using Kernel = void (*)(Job<float>);

template <Exchange kHow, GatedCell kCell, bool kBackward>
Kernel kernelOf(Products products) {
    switch (products) {
        case Products::Tf32:
            return persistentKernel<kHow, kCell, Products::Tf32, kBackward>;
        case Products::Bf16:
            return persistentKernel<kHow, kCell, Products::Bf16, kBackward>;
        default:
            return persistentKernel<kHow, kCell, Products::Ieee, kBackward>;
    }
}
template <Exchange kHow>
Kernel kernelOf(const Job<float>& job) {
    if (job.cell == GatedCell::Lstm)
        return job.backward ? kernelOf<kHow, GatedCell::Lstm, true>(job.products)
                            : kernelOf<kHow, GatedCell::Lstm, false>(job.products);
    return job.backward ? kernelOf<kHow, GatedCell::Gru, true>(job.products)
                        : kernelOf<kHow, GatedCell::Gru, false>(job.products);
}
Kernel kernelOf(const Job<float>& job, Exchange how) {
    return how == Exchange::Shared ? kernelOf<Exchange::Shared>(job) : kernelOf<Exchange::Global>(job);
}

/// The arguments of one launch.
struct Launch {
    cudaLaunchConfig_t config{};
    cudaLaunchAttribute attribute{};

    Launch(const Job<float>& job, Barrier barrier, std::int64_t teams, cudaStream_t stream) {
        config.gridDim = dim3(static_cast<unsigned>(teams * job.ranks));
        config.blockDim = dim3(kThreads);
        config.dynamicSmemBytes =
            static_cast<std::size_t>(sharedBytes(job) + (barrier == Barrier::Cluster ? kBarrierBytes : 0));
        config.stream = stream;
        if (barrier == Barrier::Cluster) {
            attribute.id = cudaLaunchAttributeClusterDimension;
            attribute.val.clusterDim.x = static_cast<unsigned>(job.ranks);
            attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
        } else if (barrier == Barrier::Grid) {
            attribute.id = cudaLaunchAttributeCooperative;
            attribute.val.cooperative = 1;
        } else {
            return;
        }
        config.attrs = &attribute;
        config.numAttrs = 1;
    }
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;
};

/// A question whose failure means no; it leaves no error behind for whoever asks next.
bool holds(cudaError_t error) {
    if (error != cudaSuccess) cudaGetLastError();
    return error == cudaSuccess;
}

/// As much as there is, always: two runs of a process launch the same kernel with different amounts.
cudaError_t allowShared(Kernel kernel, const GpuLimits& gpu) {
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                static_cast<int>(gpu.sharedPerBlock));
}

/// Clusters of the job's blocks that the device holds at a time; 0: none of that size.
int clustersAtOnce(const Job<float>& job, const GpuLimits& gpu) {
    constexpr std::int32_t kPortable = 8;
    const Kernel kernel = kernelOf(job, Exchange::Shared);
    if (!holds(allowShared(kernel, gpu)) ||
        (job.ranks > kPortable &&
         !holds(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1))))
        return 0;
    const Launch launch(job, Barrier::Cluster, teamsOf(job), nullptr);
    int clusters = 0;
    return holds(cudaOccupancyMaxActiveClusters(&clusters, kernel, &launch.config)) ? clusters : 0;
}

/// Blocks of a grid that a multiprocessor holds at a time.
cudaError_t blocksAtOnce(const Job<float>& job, const GpuLimits& gpu, int* blocks) {
    const Kernel kernel = kernelOf(job, Exchange::Global);
    const cudaError_t error = allowShared(kernel, gpu);
    return error != cudaSuccess ? error
                                : cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                                      blocks, kernel, kThreads, static_cast<std::size_t>(sharedBytes(job)));
}

}  // namespace

// No call in it waits for the device or takes memory, so that a stream can be recorded around it.
cudaError_t launchPersistent(Job<float> job, cudaStream_t stream) {
    constexpr int kHopper = 90;
    int device = 0;
    GpuLimits gpu;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess) error = askGpuLimits(device, &gpu);
    if (error != cudaSuccess) return error;
    int clusters = 0, blocks = 0;
    if (job.ranks > 1 && gpu.capability >= kHopper && fitShared(job, gpu.sharedPerBlock - kBarrierBytes))
        clusters = clustersAtOnce(job, gpu);
    if (clusters == 0 && !fitShared(job, gpu.sharedPerBlock)) return cudaErrorInvalidConfiguration;
    if (job.ranks > 1 && clusters == 0) error = blocksAtOnce(job, gpu, &blocks);
    if (error != cudaSuccess) return error;
    const LaunchPlan plan = planLaunch(job, gpu, clusters, blocks);
    if (plan.teams < 1) return cudaErrorInvalidConfiguration;
    const Kernel kernel = kernelOf(job, plan.exchange());
    error = allowShared(kernel, gpu);
    if (error != cudaSuccess) return error;
    eachLaunch(job, plan, [&](const Job<float>& part, std::int64_t teams) {
        const Launch launch(part, plan.barrier, teams, stream);
        error = cudaLaunchKernelEx(&launch.config, kernel, part);
        return error == cudaSuccess;
    });
    return error;
}

cudaError_t askGpuLimits(int device, GpuLimits* gpu) {
    cudaError_t error = cudaSuccess;
    const auto ask = [&](cudaDeviceAttr what) {
        int value = 0;
        if (error == cudaSuccess) error = cudaDeviceGetAttribute(&value, what, device);
        return value;
    };
    gpu->capability = 10 * ask(cudaDevAttrComputeCapabilityMajor) + ask(cudaDevAttrComputeCapabilityMinor);
    gpu->sharedPerBlock = ask(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    gpu->sharedPerMultiprocessor = ask(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    gpu->sharedReserved = ask(cudaDevAttrReservedSharedMemoryPerBlock);
    gpu->registers = ask(cudaDevAttrMaxRegistersPerMultiprocessor);
    gpu->threads = ask(cudaDevAttrMaxThreadsPerMultiProcessor);
    gpu->multiprocessors = ask(cudaDevAttrMultiProcessorCount);
    gpu->cooperative = ask(cudaDevAttrCooperativeLaunch) != 0;
    return error;
}

}  // namespace gatelab
