// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#if __CUDA_ARCH__ >= 900
namespace gatelab {

/// How the blocks of a cluster wait for each other within the loop: each block has one mbarrier per source buffer
/// (in its first kBarrierBytes), and each number that is stored into a buffer, by whichever block, counts its bytes
/// there. A cluster barrier would wait for the stores of y and the gates as well, and empty the first cache.
///
/// A phase of a barrier is one time step's fill of its buffer (step s: phase s / 2). It ends when (a) all of the
/// step's bytes are there and (b) each warp of this block has arrived, with which its reads of the partial sums and of
/// the other buffer are over.
/// - A block arms a phase, by the bytes it waits for, before the first of them can come: phase 0 before the cluster
///   barrier at the start, phase k + 1 by thread 0 right after it has seen phase k end. The next fill of that buffer
///   belongs to step s + 2, which no block publishes before it has this block's step s + 1; that is published after a
///   __syncthreads that thread 0 reaches after arming.
/// - So no byte comes in a phase before its own, and nothing is overwritten that is still read (passes.h).
/// - A thread that is late at looking at phase k's parity cannot miss it: phase k + 1 needs its warp's arrival.
/// - Every step is waited for by every block: no store is on its way when the last cluster barrier is reached.
struct StepBarrier {
    std::uint32_t at;  ///< address in this block's shared memory

    static __device__ __forceinline__ StepBarrier of(const void* memory, std::int32_t buffer) {
        return {static_cast<std::uint32_t>(__cvta_generic_to_shared(memory)) + static_cast<std::uint32_t>(buffer) * 8u};
    }
    __device__ __forceinline__ void init(std::uint32_t warps) const {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(warps) : "memory");
    }
    __device__ __forceinline__ void arm(std::uint32_t bytes) const {
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(bytes) : "memory");
    }
    __device__ __forceinline__ void arrive() const {
        asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(at) : "memory");
    }
    __device__ __forceinline__ void wait(std::uint32_t parity) const {
        std::uint32_t done = 0;
        do {
            asm volatile(
                "{\n"
                ".reg .pred p;\n"
                "mbarrier.try_wait.parity.relaxed.cluster.shared::cta.b64 p, [%1], %2;\n"
                "selp.u32 %0, 1, 0, p;\n"
                "}"
                : "=r"(done)
                : "r"(at), "r"(parity)
                : "memory");
        } while (done == 0);
        // Of shared memory alone: nothing that blocks tell each other lies elsewhere, and the first cache stays.
        asm volatile("fence.acquire.sync_restrict::shared::cluster.cluster;" ::: "memory");
    }
};

/// The same place of another block's shared memory.
__device__ __forceinline__ std::uint32_t inBlock(std::uint32_t at, std::int32_t rank) {
    std::uint32_t there = 0;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(rank));
    return there;
}
__device__ __forceinline__ void storeAndCount(std::uint32_t to, float value, std::uint32_t barrier) {
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(to),
                 "r"(__float_as_uint(value)), "r"(barrier)
                 : "memory");
}

}  // namespace gatelab
#endif
