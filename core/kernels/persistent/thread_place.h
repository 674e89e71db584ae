// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/persistent/job.h"

namespace gatelab::persistent {

/// Of what no launch writes that reads it.
template <class T>
GATELAB_KERNEL T fixedAt(const T* array, std::int64_t at) {
#if defined(__CUDACC__)
    return __ldg(array + at);
#else
    return array[at];
#endif
}
/// Null is zeros.
template <class T>
GATELAB_KERNEL T valueOf(const T* array, std::int64_t at) {
    return array != nullptr ? fixedAt(array, at) : T(0);
}

/// What a thread is responsible for. In products: a unit and a slice of the columns. In updates: a unit and a row, of
/// which `t` and what follows it say where the present time step is.
template <class T>
struct ThreadPlace {
    const GridModel<T>* model = nullptr;
    std::int32_t hidden = 0, unit = 0, row = 0;  ///< of the layer; hidden unit of it, row of the batch
    std::int32_t first = 0, columns = 0;         ///< of the slice
    std::int32_t lane = 0, part = 0;             ///< unit within the block; slice or row within the tile
    bool hasUnit = false, hasRow = false;
    std::int32_t length = 0;       ///< steps of the row's sequence
    std::int32_t t = 0, turn = 1;  ///< time step, and to the next one
    std::int64_t cell = 0;         ///< (t * batch + row) * hidden
    std::int64_t y = 0;            ///< of the row and unit

    ThreadPlace() = default;
    template <class Thread>
    GATELAB_KERNEL ThreadPlace(const Job<T>& job, const Thread& thread) {
        const auto tiles = static_cast<std::int32_t>(rowTiles(job)),
                   units = static_cast<std::int32_t>(unitsPerRank(job)),
                   slice = static_cast<std::int32_t>(columnsPerSlice(job)),
                   team = static_cast<std::int32_t>(thread.team);
        model = &job.models[team / tiles];
        hidden = static_cast<std::int32_t>(job.hidden);
        lane = thread.index % kUnits;
        part = thread.index / kUnits;
        unit = thread.rank * units + lane;
        hasUnit = lane < units && unit < hidden;
        row = team % tiles * kRows + part;
        hasRow = hasUnit && row < job.batch;
        length = static_cast<std::int32_t>(!hasRow ? 0 : job.lengths != nullptr ? job.lengths[row] : job.time);
        first = part * slice;
        const std::int32_t left = hidden - first;
        columns = !hasUnit || left <= 0 ? 0 : left < slice ? left : slice;
        const bool fromEnd = model->reverse != job.backward;
        t = fromEnd ? static_cast<std::int32_t>(job.time) - 1 : 0;
        turn = fromEnd ? -1 : 1;
        cell = (t * job.batch + row) * job.hidden;
        y = t * model->yStep + row * model->yRow + unit;
    }
    [[nodiscard]] GATELAB_KERNEL std::int64_t state() const { return std::int64_t{row} * hidden + unit; }
    /// Of [time, batch, `width` * hidden], as many time steps from now as `ahead`.
    [[nodiscard]] GATELAB_KERNEL std::int64_t step(const Job<T>& job, int width, int ahead = 0) const {
        return (cell + ahead * turn * job.batch * job.hidden) * width + unit;
    }
    [[nodiscard]] GATELAB_KERNEL bool inside(int ahead = 0) const {
        const std::int32_t at = t + ahead * turn;
        return at >= 0 && at < length;
    }
    GATELAB_KERNEL void goOn(const Job<T>& job) {
        t += turn;
        cell += turn * job.batch * job.hidden;
        y += turn * model->yStep;
    }
};

constexpr int kMaxLoads = 6;  ///< of a thread and time step

template <class T>
struct Registers {
    T weights[kMaxGates * kRegisterColumns];
    T h = 0, c = 0;  ///< of the unit and row that the thread updates; in a backward pass their gradients
    /// What the update of the present time step reads of global memory, and that of the next one, whose way takes a
    /// whole step: fromInput; in a backward pass the gates, the state before and dy.
    T now[kMaxLoads] = {}, ahead[kMaxLoads] = {};
    T biasHn = 0;
    ThreadPlace<T> place;
};

}  // namespace gatelab::persistent
