// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#if defined(__CUDACC__)
#define GATELAB_KERNEL_SIZE __host__ __device__ constexpr
#else
#define GATELAB_KERNEL_SIZE constexpr
#endif

/// What the persistent kernels (kernels/persistent/job.h) need of a GPU, and what GPUs have. C++17 and free of CUDA:
/// the switches ask it, and nvcc reads it.
namespace gatelab::persistent {

/// A block computes up to kUnits hidden units for kRows rows of the batch; kSlices threads share a unit's columns.
constexpr int kUnits = 64, kSlices = 4, kRows = 4, kThreads = kUnits * kSlices;
constexpr int kMaxRanks = 16;  ///< blocks that share a layer's units
constexpr std::int64_t kMaxHidden = kUnits * kMaxRanks;
constexpr int kMaxRegisters = 255;  ///< that a thread can have

/// Blocks that share the units: a power of two.
GATELAB_KERNEL_SIZE std::int32_t ranksFor(std::int64_t hidden) {
    std::int32_t ranks = 1;
    while (ranks * kUnits < hidden) ranks *= 2;
    return ranks;
}
/// Numbers per unit that the blocks tell each other in a step: h, or the gradients of the gates.
GATELAB_KERNEL_SIZE int sourcesFor(int gates, bool backward) { return backward ? gates : 1; }
/// Partial sums of a block.
GATELAB_KERNEL_SIZE std::int64_t partialsFor(int gates, bool backward) {
    return std::int64_t{kSlices} * (backward ? 1 : gates) * kRows * kUnits;
}
/// Numbers that a block must have in shared memory: two buffers of what is told, and partial sums. Weights take what is
/// left.
GATELAB_KERNEL_SIZE std::int64_t bufferNumbers(int gates, std::int64_t hidden, bool backward) {
    return 2 * sourcesFor(gates, backward) * hidden * kRows + partialsFor(gates, backward);
}

/// Of one GPU. Memory in bytes; registers of 32 bits.
struct GpuLimits {
    int capability = 0;  ///< 90 for 9.0
    std::int64_t sharedPerBlock = 0, sharedPerMultiprocessor = 0;
    std::int64_t sharedReserved = 0;  ///< for the system, besides what a block asks for
    std::int64_t registers = 65536;   ///< of a multiprocessor
    std::int64_t threads = 0;         ///< that a multiprocessor can hold
    std::int64_t multiprocessors = 0;
    bool cooperative = true;  ///< a grid whose blocks wait for each other can be launched
};

/// By compute capability, as NVIDIA's CUDA C++ Programming Guide lists them ("Compute Capabilities"), multiprocessors
/// left out: those of the newest generation listed that is no newer. All zero below 7.5.
constexpr GpuLimits gpuLimits(int capability) {
    constexpr std::int64_t kKiB = 1024;
    constexpr GpuLimits kGenerations[] = {
        {75, 64 * kKiB, 64 * kKiB, 0, 65536, 1024},       {80, 163 * kKiB, 164 * kKiB, kKiB, 65536, 2048},
        {86, 99 * kKiB, 100 * kKiB, kKiB, 65536, 1536},   {87, 163 * kKiB, 164 * kKiB, kKiB, 65536, 1536},
        {89, 99 * kKiB, 100 * kKiB, kKiB, 65536, 1536},   {90, 227 * kKiB, 228 * kKiB, kKiB, 65536, 2048},
        {100, 227 * kKiB, 228 * kKiB, kKiB, 65536, 2048}, {110, 227 * kKiB, 228 * kKiB, kKiB, 65536, 1536},
        {120, 99 * kKiB, 100 * kKiB, kKiB, 65536, 1536},
    };
    GpuLimits found;
    for (const GpuLimits& row : kGenerations)
        if (row.capability <= capability) found = row;
    found.capability = capability;
    return found;
}

/// Blocks of kThreads threads that a multiprocessor holds at a time: registers are given to warps in units of 256 and
/// to four warps at a time, shared memory to blocks in units of 128 bytes.
constexpr std::int64_t blocksPerMultiprocessor(const GpuLimits& gpu, std::int64_t registersPerThread,
                                               std::int64_t sharedBytes) {
    constexpr std::int64_t kWarp = 32, kRegisterUnit = 256, kWarpUnit = 4, kSharedUnit = 128;
    if (registersPerThread < 1 || sharedBytes > gpu.sharedPerBlock) return 0;
    const std::int64_t perWarp = (registersPerThread * kWarp + kRegisterUnit - 1) / kRegisterUnit * kRegisterUnit,
                       warps = gpu.registers / perWarp / kWarpUnit * kWarpUnit,
                       shared = (sharedBytes + kSharedUnit - 1) / kSharedUnit * kSharedUnit + gpu.sharedReserved;
    std::int64_t blocks = gpu.threads / kThreads;
    if (warps * kWarp / kThreads < blocks) blocks = warps * kWarp / kThreads;
    if (shared > 0 && gpu.sharedPerMultiprocessor / shared < blocks) blocks = gpu.sharedPerMultiprocessor / shared;
    return blocks;
}

/// Whether a GPU can hold the blocks of a layer of FP32 numbers for both of its passes, whatever registers the compiler
/// takes. Where multiprocessors are not known, there are enough.
constexpr bool fitsGpu(const GpuLimits& gpu, int gates, std::int64_t hidden) {
    if (hidden > kMaxHidden) return false;
    for (int pass = 0; pass < 2; ++pass) {
        const std::int64_t bytes = bufferNumbers(gates, hidden, pass == 1) * std::int64_t{sizeof(float)},
                           blocks = blocksPerMultiprocessor(gpu, kMaxRegisters, bytes);
        if (blocks < 1 || (gpu.multiprocessors > 0 && blocks * gpu.multiprocessors < ranksFor(hidden))) return false;
    }
    return ranksFor(hidden) == 1 || gpu.cooperative;
}

}  // namespace gatelab::persistent
