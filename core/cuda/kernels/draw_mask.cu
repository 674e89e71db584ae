// SPDX-License-Identifier: GPL-3.0-or-later
#include "draw_mask.h"

namespace gatelab {

namespace {

constexpr std::int64_t kThreads = 256, kMaxBlocks = 4096;

template <class Bits>
__global__ void drawMaskKernel(MaskJob job) {
    const PhiloxStream stream = job.stream();
    const std::uint64_t threshold = job.thresholdNow();
    const std::int64_t all = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t index = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; 4 * index < job.count;
         index += all)
        drawMaskBlock<Bits>(job, stream, threshold, index);
}

}  // namespace

cudaError_t launchMask(const MaskJob& job, cudaStream_t stream) {
    if (job.count <= 0) return cudaSuccess;
    const std::int64_t wanted = (job.count + 4 * kThreads - 1) / (4 * kThreads);
    const auto blocks = static_cast<unsigned>(wanted < kMaxBlocks ? wanted : kMaxBlocks),
               threads = static_cast<unsigned>(kThreads);
    switch (job.bytes) {
        case 2:
            drawMaskKernel<std::uint16_t><<<blocks, threads, 0, stream>>>(job);
            break;
        case 4:
            drawMaskKernel<std::uint32_t><<<blocks, threads, 0, stream>>>(job);
            break;
        case 8:
            drawMaskKernel<std::uint64_t><<<blocks, threads, 0, stream>>>(job);
            break;
        default:
            return cudaErrorInvalidValue;
    }
    return cudaGetLastError();
}

}  // namespace gatelab
