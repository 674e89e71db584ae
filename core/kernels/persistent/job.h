// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/persistent_fit.h"

#include <cstdint>

/// Recurrent layers whose whole loop over time is one launch on a GPU (Diamos et al., ICML 2016, "Persistent RNNs").
/// Free of LibTorch and of CUDA, C++17: nvcc compiles passes.h for a device, the host compiler for tests
/// (host_team.h).
///
/// A team of `ranks` blocks computes kRows rows of the batch of one direction of one model. Each block owns up to
/// kUnits hidden units with all their gates: of their recurrent weights the first columns stay in registers, the next
/// ones in shared memory, and what does not fit there is read from global memory in every step.
#if defined(__CUDACC__)
#define GATELAB_KERNEL __device__ __forceinline__
#define GATELAB_UNROLL _Pragma("unroll")
#else
#define GATELAB_KERNEL inline
#define GATELAB_UNROLL
#endif

namespace gatelab::persistent {

enum class GatedCell : std::int32_t { Lstm, Gru };
/// How operands of the recurrent products are rounded; sums are in the type of the arrays.
enum class Products : std::int32_t { Ieee, Tf32, Bf16 };
/// How the blocks of a team reach each other: through each other's shared memory, or through global memory.
enum class Exchange : std::int32_t { Shared, Global };

constexpr int kRegisterColumns = 16;  ///< of a thread's slice of the columns
constexpr int kMaxGates = 4, kMaxModels = 8;
/// Beside sharedBytes, where the blocks of a cluster write each other's memory: a barrier of each source buffer.
constexpr std::int64_t kBarrierBytes = 16;
constexpr int kKeptGates = 4;  ///< LSTM i, f, g, o; GRU r, z, n and W_hn h + b_hn

GATELAB_KERNEL_SIZE int gatesOf(GatedCell cell) { return cell == GatedCell::Lstm ? 4 : 3; }

/// One direction of one model's layer. Null: not there (a state or a gradient: zeros). Arrays [time, batch, ...] are
/// contiguous unless they have a stride.
template <class T>
struct GridModel {
    const T* fromInput = nullptr;  ///< [time, batch, gates * hidden]: product of the input, and its biases
    const T* weights = nullptr;    ///< [gates * hidden, hidden]
    const T* biasHn = nullptr;     ///< GRU: [hidden]
    const T *h0 = nullptr, *c0 = nullptr;
    bool reverse = false;  ///< reads the last time step first

    T* y = nullptr;  ///< [time, batch, hidden]; zero after a sequence's end
    std::int64_t yStep = 0, yRow = 0;
    T *hLast = nullptr, *cLast = nullptr;          ///< [batch, hidden]
    T* gates = nullptr;                            ///< [time, batch, kKeptGates * hidden]; null: nothing is kept
    T *hBefore = nullptr, *cBefore = nullptr;      ///< [time, batch, hidden]: the states that a step began with
    const T* dy = nullptr;                         ///< as y
    const T *dhLast = nullptr, *dcLast = nullptr;  ///< [batch, hidden]
    T* dInput = nullptr;                           ///< gradient of fromInput
    T* dHidden = nullptr;  ///< GRU: that of W_hh h + b_hh, [time, batch, gates * hidden]; an LSTM's is dInput
    T *dh0 = nullptr, *dc0 = nullptr;  ///< [batch, hidden]
};

/// One launch. Passed by value, so that a recorded graph has it.
template <class T>
struct Job {
    GridModel<T> models[kMaxModels];
    std::int32_t modelCount = 1, ranks = 1;
    std::int64_t time = 1, batch = 1, hidden = 1;
    const std::int64_t* lengths = nullptr;  ///< [batch], from 1 on; null: all have all time steps
    GatedCell cell = GatedCell::Lstm;
    Products products = Products::Ieee;
    bool backward = false;
    std::int32_t sharedColumns = 0;  ///< columns of each slice whose weights are in shared memory
    std::int64_t firstTeam = 0;      ///< of this launch
    T* exchange = nullptr;           ///< Exchange::Global: [teams][2][sourceNumbers]
};

template <class T>
GATELAB_KERNEL_SIZE std::int64_t rowTiles(const Job<T>& job) {
    return (job.batch + kRows - 1) / kRows;
}
template <class T>
GATELAB_KERNEL_SIZE std::int64_t teamsOf(const Job<T>& job) {
    return job.modelCount * rowTiles(job);
}
template <class T>
GATELAB_KERNEL_SIZE std::int64_t unitsPerRank(const Job<T>& job) {
    return (job.hidden + job.ranks - 1) / job.ranks;
}
template <class T>
GATELAB_KERNEL_SIZE std::int64_t columnsPerSlice(const Job<T>& job) {
    return (job.hidden + kSlices - 1) / kSlices;
}
/// Length of one of the two buffers of what the blocks tell each other in a step.
template <class T>
GATELAB_KERNEL_SIZE std::int64_t sourceNumbers(const Job<T>& job) {
    return sourcesFor(gatesOf(job.cell), job.backward) * job.hidden * kRows;
}
template <class T>
GATELAB_KERNEL_SIZE std::int64_t partialNumbers(const Job<T>& job) {
    return partialsFor(gatesOf(job.cell), job.backward);
}
/// Bytes of a block's shared memory: both source buffers, partial sums, weights.
template <class T>
GATELAB_KERNEL_SIZE std::int64_t sharedBytes(const Job<T>& job) {
    const std::int64_t weight = job.products == Products::Bf16 ? 2 : sizeof(T);
    return bufferNumbers(gatesOf(job.cell), job.hidden, job.backward) * static_cast<std::int64_t>(sizeof(T)) +
           std::int64_t{job.sharedColumns} * kSlices * gatesOf(job.cell) * kUnits * weight;
}
/// Fills sharedColumns from what a block may have of shared memory; false where not even the buffers fit.
template <class T>
GATELAB_KERNEL_SIZE bool fitShared(Job<T>& job, std::int64_t bytes) {
    job.sharedColumns = 0;
    const std::int64_t base = sharedBytes(job);
    if (base > bytes) return false;
    job.sharedColumns = 1;
    const std::int64_t column = sharedBytes(job) - base, wanted = columnsPerSlice(job) - kRegisterColumns;
    const std::int64_t room = (bytes - base) / column;
    job.sharedColumns = static_cast<std::int32_t>(wanted <= 0 ? 0 : wanted < room ? wanted : room);
    return true;
}

}  // namespace gatelab::persistent
