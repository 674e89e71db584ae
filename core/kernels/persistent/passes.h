// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/persistent/job.h"

#include <cmath>
#include <cstring>

/// The forward and the backward pass of job.h for a Team, which is a GPU's (core/cuda/kernels/persistent.cu) or a
/// made-up one on the host (host_team.h).
///
/// A pass is a row of phases. `team.blockPhase(f)` calls f(thread) for each thread and then lets the threads of a block
/// wait for each other; `team.teamPhase(f)` lets all blocks of the team do so. Within a phase no thread reads what
/// another one writes. f captures by value; what a thread keeps from phase to phase is in its Registers.
namespace gatelab::persistent {

template <class T>
struct Registers {
    T weights[kMaxGates * kRegisterColumns];
    T h = 0, c = 0;  ///< of the unit and row that the thread updates; in a backward pass their gradients
};

/// To nearest, ties to even, with `kDropped` bits of the mantissa dropped; NaN and infinity stay what they are.
template <int kDropped>
GATELAB_KERNEL float roundedMantissa(float value) {
    std::uint32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x7F800000u) == 0x7F800000u) return value;
    bits += (1u << (kDropped - 1)) - 1u + ((bits >> kDropped) & 1u);
    bits &= ~((1u << kDropped) - 1u);
    memcpy(&value, &bits, sizeof bits);
    return value;
}

template <Products kProducts, class T>
GATELAB_KERNEL T rounded(T value) {
    if constexpr (kProducts == Products::Tf32) return static_cast<T>(roundedMantissa<13>(static_cast<float>(value)));
    if constexpr (kProducts == Products::Bf16) return static_cast<T>(roundedMantissa<16>(static_cast<float>(value)));
    return value;
}

/// A weight in shared memory.
template <Products kProducts, class T>
struct Stored {
    T value;
    GATELAB_KERNEL void set(T given) { value = rounded<kProducts>(given); }
    [[nodiscard]] GATELAB_KERNEL T get() const { return value; }
};
template <class T>
struct Stored<Products::Bf16, T> {
    std::uint16_t bits;
    GATELAB_KERNEL void set(T given) {
        const auto value = static_cast<float>(rounded<Products::Bf16>(given));
        std::uint32_t all = 0;
        memcpy(&all, &value, sizeof all);
        bits = static_cast<std::uint16_t>(all >> 16);
    }
    [[nodiscard]] GATELAB_KERNEL T get() const {
        const std::uint32_t all = std::uint32_t{bits} << 16;
        float value = 0;
        memcpy(&value, &all, sizeof value);
        return static_cast<T>(value);
    }
};

template <class T>
GATELAB_KERNEL T sigmoid(T x) {
    using std::exp;
    return T(1) / (T(1) + exp(-x));
}
template <class T>
GATELAB_KERNEL T tangent(T x) {
    using std::tanh;
    return tanh(x);
}

/// What a thread is responsible for. In products: a unit and a slice of the columns. In updates: a unit and a row.
template <class T>
struct ThreadPlace {
    const GridModel<T>* model;
    std::int64_t unit, row;       ///< hidden unit of the layer, row of the batch
    std::int64_t first, columns;  ///< of the slice
    std::int32_t lane, part;      ///< unit within the block; slice or row within the tile
    bool hasUnit, hasRow;
    std::int64_t length;  ///< steps of the row's sequence

    template <class Thread>
    GATELAB_KERNEL ThreadPlace(const Job<T>& job, const Thread& thread) {
        const std::int64_t tiles = rowTiles(job), units = unitsPerRank(job), slice = columnsPerSlice(job);
        model = &job.models[thread.team / tiles];
        lane = thread.index % kUnits;
        part = thread.index / kUnits;
        unit = thread.rank * units + lane;
        hasUnit = lane < units && unit < job.hidden;
        row = thread.team % tiles * kRows + part;
        hasRow = hasUnit && row < job.batch;
        length = !hasRow ? 0 : job.lengths != nullptr ? job.lengths[row] : job.time;
        first = part * slice;
        const std::int64_t left = job.hidden - first;
        columns = !hasUnit || left <= 0 ? 0 : left < slice ? left : slice;
    }
    [[nodiscard]] GATELAB_KERNEL std::int64_t state(const Job<T>& job) const { return row * job.hidden + unit; }
    /// Of [time, batch, `width` * hidden].
    [[nodiscard]] GATELAB_KERNEL std::int64_t step(const Job<T>& job, std::int64_t t, std::int64_t width) const {
        return (t * job.batch + row) * width * job.hidden + unit;
    }
};

template <class Team, class T, GatedCell kCell, Products kProducts, bool kBackward>
struct Pass {
    static constexpr int kGates = gatesOf(kCell), kOut = kBackward ? 1 : kGates, kIn = kBackward ? kGates : 1;
    using Weight = Stored<kProducts, T>;
    using Thread = typename Team::Thread;

    static GATELAB_KERNEL T* source(const Job<T>& job, Thread& thread, std::int64_t buffer) {
        return thread.shared + buffer * sourceNumbers(job);
    }
    static GATELAB_KERNEL T* partial(const Job<T>& job, Thread& thread) {
        return thread.shared + 2 * sourceNumbers(job);
    }
    static GATELAB_KERNEL Weight* sharedWeights(const Job<T>& job, Thread& thread) {
        return reinterpret_cast<Weight*>(partial(job, thread) + partialNumbers(job));
    }
    static GATELAB_KERNEL T valueOf(const T* array, std::int64_t at) { return array != nullptr ? array[at] : T(0); }

    /// The weight of gate g between the thread's unit and a column: a backward pass goes through the matrix the other
    /// way.
    static GATELAB_KERNEL T weightAt(const Job<T>& job, const ThreadPlace<T>& at, int g, std::int64_t column) {
        const std::int64_t to = kBackward ? column : at.unit, from = kBackward ? at.unit : column;
        return at.model->weights[(g * job.hidden + to) * job.hidden + from];
    }

    static GATELAB_KERNEL void loadWeights(const Job<T>& job, const ThreadPlace<T>& at, Thread& thread) {
        GATELAB_UNROLL
        for (int i = 0; i < kRegisterColumns; ++i) {
            GATELAB_UNROLL
            for (int g = 0; g < kGates; ++g)
                thread.registers.weights[g * kRegisterColumns + i] =
                    i < at.columns ? rounded<kProducts>(weightAt(job, at, g, at.first + i)) : T(0);
        }
        Weight* weights = sharedWeights(job, thread);
        for (std::int32_t i = 0; i < job.sharedColumns; ++i)
            for (int g = 0; g < kGates; ++g)
                weights[((at.part * job.sharedColumns + i) * kGates + g) * kUnits + at.lane].set(
                    kRegisterColumns + i < at.columns ? weightAt(job, at, g, at.first + kRegisterColumns + i) : T(0));
    }

    static GATELAB_KERNEL void addProducts(const Job<T>& job, const T* from, std::int64_t column, const T (&w)[kGates],
                                           T (&sums)[kOut * kRows]) {
        GATELAB_UNROLL
        for (int g = 0; g < kGates; ++g) {
            const T* x = from + ((kBackward ? g * job.hidden : 0) + column) * kRows;
            GATELAB_UNROLL
            for (int r = 0; r < kRows; ++r) sums[(kBackward ? 0 : g) * kRows + r] += w[g] * x[r];
        }
    }

    /// The thread's share of the sums of its unit.
    static GATELAB_KERNEL void product(const Job<T>& job, Thread& thread, std::int64_t buffer) {
        const ThreadPlace<T> at(job, thread);
        const T* from = source(job, thread, buffer);
        T sums[kOut * kRows] = {}, w[kGates];
        GATELAB_UNROLL
        for (int i = 0; i < kRegisterColumns; ++i) {
            if (i >= at.columns) continue;
            GATELAB_UNROLL
            for (int g = 0; g < kGates; ++g) w[g] = thread.registers.weights[g * kRegisterColumns + i];
            addProducts(job, from, at.first + i, w, sums);
        }
        const Weight* weights = sharedWeights(job, thread);
        std::int64_t i = kRegisterColumns;
        for (; i < at.columns && i < kRegisterColumns + job.sharedColumns; ++i) {
            for (int g = 0; g < kGates; ++g)
                w[g] = weights[((at.part * job.sharedColumns + i - kRegisterColumns) * kGates + g) * kUnits + at.lane]
                           .get();
            addProducts(job, from, at.first + i, w, sums);
        }
        for (; i < at.columns; ++i) {
            for (int g = 0; g < kGates; ++g) w[g] = rounded<kProducts>(weightAt(job, at, g, at.first + i));
            addProducts(job, from, at.first + i, w, sums);
        }
        T* to = partial(job, thread);
        GATELAB_UNROLL
        for (int k = 0; k < kOut * kRows; ++k) to[(at.part * kOut * kRows + k) * kUnits + at.lane] = sums[k];
    }

    /// The whole sum of the thread's unit and row, of gate g in a forward pass; always in the same order.
    static GATELAB_KERNEL T total(const Job<T>& job, Thread& thread, const ThreadPlace<T>& at, int g) {
        const T* parts = partial(job, thread);
        T sum = 0;
        for (int slice = 0; slice < kSlices; ++slice)
            sum += parts[((slice * kOut + g) * kRows + at.part) * kUnits + at.lane];
        return sum;
    }

    static GATELAB_KERNEL void publish(const Job<T>& job, Thread& thread, const ThreadPlace<T>& at, std::int64_t buffer,
                                       int which, T value) {
        thread.publish(job, buffer, (which * job.hidden + at.unit) * kRows + at.part, rounded<kProducts>(value));
    }

    /// One time step of a unit and row that has it; thread.registers: the state before, then after.
    static GATELAB_KERNEL void updateForward(const Job<T>& job, Thread& thread, const ThreadPlace<T>& at,
                                             std::int64_t t) {
        const GridModel<T>& model = *at.model;
        Registers<T>& state = thread.registers;
        T sums[kGates], kept[kKeptGates];
        const std::int64_t place = at.step(job, t, kGates), own = at.step(job, t, kKeptGates), one = at.step(job, t, 1);
        GATELAB_UNROLL
        for (int g = 0; g < kGates; ++g) sums[g] = total(job, thread, at, g);
        const auto fromInput = [&](int g) { return model.fromInput[place + g * job.hidden]; };
        if (model.gates != nullptr) {
            model.hBefore[one] = state.h;
            if constexpr (kCell == GatedCell::Lstm) model.cBefore[one] = state.c;
        }
        if constexpr (kCell == GatedCell::Lstm) {
            kept[0] = sigmoid(fromInput(0) + sums[0]);
            kept[1] = sigmoid(fromInput(1) + sums[1]);
            kept[2] = tangent(fromInput(2) + sums[2]);
            kept[3] = sigmoid(fromInput(3) + sums[3]);
            state.c = kept[1] * state.c + kept[0] * kept[2];
            state.h = kept[3] * tangent(state.c);
        } else {
            kept[0] = sigmoid(fromInput(0) + sums[0]);
            kept[1] = sigmoid(fromInput(1) + sums[1]);
            kept[3] = sums[2] + valueOf(model.biasHn, at.unit);
            kept[2] = tangent(fromInput(2) + kept[0] * kept[3]);
            state.h = (T(1) - kept[1]) * kept[2] + kept[1] * state.h;
        }
        if (model.gates != nullptr) {
            GATELAB_UNROLL
            for (int g = 0; g < kKeptGates; ++g) model.gates[own + g * job.hidden] = kept[g];
        }
    }

    static GATELAB_KERNEL void runForward(Team& team, const Job<T>* job) {
        team.teamPhase([job](Thread& thread) {
            const ThreadPlace<T> at(*job, thread);
            loadWeights(*job, at, thread);
            const std::int64_t tile = at.row - at.part;
            T* to = source(*job, thread, 0);
            for (std::int64_t i = thread.index; i < sourceNumbers(*job); i += kThreads) {
                const std::int64_t row = tile + i % kRows;
                to[i] =
                    row < job->batch ? rounded<kProducts>(valueOf(at.model->h0, row * job->hidden + i / kRows)) : T(0);
            }
            if (!at.hasRow) return;
            thread.registers.h = valueOf(at.model->h0, at.state(*job));
            thread.registers.c = valueOf(at.model->c0, at.state(*job));
        });
        for (std::int64_t step = 0; step < job->time; ++step) {
            const std::int64_t now = step % 2, next = 1 - now;
            team.blockPhase([job, now](Thread& thread) { product(*job, thread, now); });
            team.teamPhase([job, step, next](Thread& thread) {
                const ThreadPlace<T> at(*job, thread);
                const std::int64_t t = at.model->reverse ? job->time - 1 - step : step;
                if (t < at.length) updateForward(*job, thread, at, t);
                if (at.hasRow) {
                    const bool inside = t < at.length;
                    at.model->y[t * at.model->yStep + at.row * at.model->yRow + at.unit] =
                        inside ? thread.registers.h : T(0);
                    if (!inside && at.model->gates != nullptr) at.model->hBefore[at.step(*job, t, 1)] = 0;
                }
                if (at.hasUnit) publish(*job, thread, at, next, 0, at.hasRow ? thread.registers.h : T(0));
            });
            if constexpr (Team::kExchange == Exchange::Global)
                team.blockPhase(
                    [job, next](Thread& thread) { thread.collect(*job, next, source(*job, thread, next)); });
        }
        team.teamPhase([job](Thread& thread) {
            const ThreadPlace<T> at(*job, thread);
            if (!at.hasRow) return;
            at.model->hLast[at.state(*job)] = thread.registers.h;
            if constexpr (kCell == GatedCell::Lstm) at.model->cLast[at.state(*job)] = thread.registers.c;
        });
    }

    /// Gradients of the gates of one step; thread.registers: those of the states after it, then what of those before
    /// it does not go through the products.
    static GATELAB_KERNEL void updateBackward(const Job<T>& job, Thread& thread, const ThreadPlace<T>& at,
                                              std::int64_t t, T (&found)[kGates]) {
        const GridModel<T>& model = *at.model;
        Registers<T>& state = thread.registers;
        const std::int64_t place = at.step(job, t, kGates), own = at.step(job, t, kKeptGates), one = at.step(job, t, 1);
        T kept[kKeptGates];
        GATELAB_UNROLL
        for (int g = 0; g < kKeptGates; ++g) kept[g] = model.gates[own + g * job.hidden];
        const T dh = state.h + valueOf(model.dy, t * model.yStep + at.row * model.yRow + at.unit);
        if constexpr (kCell == GatedCell::Lstm) {
            const T before = model.cBefore[one], squashed = tangent(kept[1] * before + kept[0] * kept[2]);
            const T dc = state.c + dh * kept[3] * (T(1) - squashed * squashed);
            found[0] = dc * kept[2] * kept[0] * (T(1) - kept[0]);
            found[1] = dc * before * kept[1] * (T(1) - kept[1]);
            found[2] = dc * kept[0] * (T(1) - kept[2] * kept[2]);
            found[3] = dh * squashed * kept[3] * (T(1) - kept[3]);
            state.c = dc * kept[1];
            state.h = 0;
            GATELAB_UNROLL
            for (int g = 0; g < kGates; ++g) model.dInput[place + g * job.hidden] = found[g];
        } else {
            const T candidate = dh * (T(1) - kept[1]) * (T(1) - kept[2] * kept[2]);
            found[0] = candidate * kept[3] * kept[0] * (T(1) - kept[0]);
            found[1] = dh * (model.hBefore[one] - kept[2]) * kept[1] * (T(1) - kept[1]);
            found[2] = candidate * kept[0];
            state.h = dh * kept[1];
            model.dInput[place] = found[0];
            model.dInput[place + job.hidden] = found[1];
            model.dInput[place + 2 * job.hidden] = candidate;
            GATELAB_UNROLL
            for (int g = 0; g < kGates; ++g) model.dHidden[place + g * job.hidden] = found[g];
        }
    }

    static GATELAB_KERNEL void runBackward(Team& team, const Job<T>* job) {
        team.teamPhase([job](Thread& thread) {
            const ThreadPlace<T> at(*job, thread);
            loadWeights(*job, at, thread);
            if (!at.hasRow) return;
            thread.registers.h = valueOf(at.model->dhLast, at.state(*job));
            thread.registers.c = valueOf(at.model->dcLast, at.state(*job));
        });
        for (std::int64_t step = 0; step < job->time; ++step) {
            const std::int64_t now = step % 2;
            team.teamPhase([job, step, now](Thread& thread) {
                const ThreadPlace<T> at(*job, thread);
                const std::int64_t t = at.model->reverse ? step : job->time - 1 - step;
                T found[kGates] = {};
                if (at.hasRow && step > 0) thread.registers.h += total(*job, thread, at, 0);
                if (t < at.length) {
                    updateBackward(*job, thread, at, t, found);
                } else if (at.hasRow) {
                    GATELAB_UNROLL
                    for (int g = 0; g < kGates; ++g) {
                        const std::int64_t place = at.step(*job, t, kGates) + g * job->hidden;
                        at.model->dInput[place] = 0;
                        if constexpr (kCell == GatedCell::Gru) at.model->dHidden[place] = 0;
                    }
                }
                if (!at.hasUnit) return;
                GATELAB_UNROLL
                for (int g = 0; g < kGates; ++g) publish(*job, thread, at, now, g, found[g]);
            });
            if constexpr (Team::kExchange == Exchange::Global)
                team.blockPhase([job, now](Thread& thread) { thread.collect(*job, now, source(*job, thread, now)); });
            team.blockPhase([job, now](Thread& thread) { product(*job, thread, now); });
        }
        team.teamPhase([job](Thread& thread) {
            const ThreadPlace<T> at(*job, thread);
            if (!at.hasRow) return;
            if (at.model->dh0 != nullptr)
                at.model->dh0[at.state(*job)] = thread.registers.h + total(*job, thread, at, 0);
            if (at.model->dc0 != nullptr) at.model->dc0[at.state(*job)] = thread.registers.c;
        });
    }

    static GATELAB_KERNEL void run(Team& team, const Job<T>* job) {
        if constexpr (kBackward)
            runBackward(team, job);
        else
            runForward(team, job);
    }
};

}  // namespace gatelab::persistent
