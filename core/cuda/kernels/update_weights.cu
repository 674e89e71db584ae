// SPDX-License-Identifier: GPL-3.0-or-later
#include "update_weights.h"

namespace gatelab {

namespace {

static_assert(kUpdateBlocks <= kUpdateThreads, "the last block adds one sum per thread");
static_assert(sizeof(UpdateJob) <= 4096, "a kernel's arguments");

/// Into sums[0]: neighbours at half the distance each time, an order of its own.
__device__ __forceinline__ void sumUp(double* sums, int thread) {
    for (int half = kUpdateThreads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (thread < half) sums[thread] += sums[thread + half];
    }
    __syncthreads();
}

/// Whichever block is the last one adds the sums of all, in the order of the blocks, and decides.
__global__ void __launch_bounds__(kUpdateThreads) judgeKernel(const __grid_constant__ UpdateJob job) {
    __shared__ double sums[kUpdateThreads];
    __shared__ bool isLast;
    const auto thread = static_cast<int>(threadIdx.x);
    sums[thread] = squaresOfThread(job, blockIdx.x, gridDim.x, thread);
    sumUp(sums, thread);
    if (thread == 0) {
        job.partials[blockIdx.x] = sums[0];
        __threadfence();  // the sum before the ticket that tells of it
        isLast = atomicAdd(job.ticket, 1U) == gridDim.x - 1;
    }
    __syncthreads();
    if (!isLast) return;
    __threadfence();
    sums[thread] = threadIdx.x < gridDim.x ? __ldcg(job.partials + thread) : 0;
    sumUp(sums, thread);
    if (thread == 0) {
        *job.ticket = 0;
        decideUpdate(job, sums[0]);
    }
    __syncthreads();
    if (thread < job.pieceCount) countUpdate(job, thread);
}

__global__ void __launch_bounds__(kUpdateThreads) updateKernel(const __grid_constant__ UpdateJob job) {
    const UpdateDecision now = *job.decision;
    const std::int64_t chunks = updateChunks(job);
    for (std::int64_t chunk = blockIdx.x; chunk < chunks; chunk += gridDim.x)
        updateChunk(job, now, chunk, static_cast<int>(threadIdx.x));
}

/// Tells the error of this launch alone, not one that something before it left behind.
cudaError_t launch(void (*kernel)(UpdateJob), std::int64_t blocks, const UpdateJob& job, cudaStream_t stream) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(static_cast<unsigned>(blocks));
    config.blockDim = dim3(kUpdateThreads);
    config.stream = stream;
    return cudaLaunchKernelEx(&config, kernel, job);
}

}  // namespace

cudaError_t launchUpdate(const UpdateJob& job, cudaStream_t stream) {
    constexpr std::int64_t kMostBlocks = 4096;
    const std::int64_t chunks = updateChunks(job);
    const cudaError_t error = launch(judgeKernel, sumBlocks(job), job, stream);
    if (error != cudaSuccess || chunks == 0) return error;
    return launch(updateKernel, chunks < kMostBlocks ? chunks : kMostBlocks, job, stream);
}

}  // namespace gatelab
