// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/persistent/rounding.h"
#include "kernels/persistent/thread_place.h"

/// The forward and the backward pass of job.h for a Team, which is a GPU's (core/cuda/kernels/persistent.cu) or a
/// made-up one on the host (host_team.h).
///
/// A pass is a row of phases. `team.blockPhase(f)` calls f(thread) for each thread and then lets the threads of a block
/// wait for each other; `team.teamPhase(f)` lets all blocks of the team do so. `team.exchangePhase(job, step, buffer,
/// f)` is a time step's: after it the threads of a block wait for each other and until all that every block publishes
/// in that step has reached this block's buffer, but not until the other blocks have theirs. Within a phase no thread
/// reads what another one writes. f captures by value; what a thread keeps from phase to phase is in its Registers.
///
/// Why two buffers are enough: a block publishes step s + 2, which overwrites step s, after it has got step s + 1 of
/// all blocks; and each block publishes that only when all of its threads have read step s.
namespace gatelab::persistent {

template <class Team, class T, GatedCell kCell, Products kProducts, bool kBackward>
struct Pass {
    static constexpr int kGates = gatesOf(kCell), kOut = kBackward ? 1 : kGates, kIn = kBackward ? kGates : 1;
    static constexpr int kState = kKeptGates, kOfY = kKeptGates + 1;  ///< of a backward pass' loads
    using Weight = Stored<kProducts, T>;
    using Thread = typename Team::Thread;

    static GATELAB_KERNEL T* source(const Job<T>& job, Thread& thread, std::int32_t buffer) {
        return thread.shared + buffer * static_cast<std::int32_t>(sourceNumbers(job));
    }
    static GATELAB_KERNEL T* partial(const Job<T>& job, Thread& thread) {
        return thread.shared + 2 * static_cast<std::int32_t>(sourceNumbers(job));
    }
    static GATELAB_KERNEL Weight* sharedWeights(const Job<T>& job, Thread& thread) {
        return reinterpret_cast<Weight*>(partial(job, thread) + partialNumbers(job));
    }

    /// The weight of gate g between the thread's unit and a column: a backward pass goes through the matrix the other
    /// way.
    static GATELAB_KERNEL T weightAt(const ThreadPlace<T>& at, int g, std::int32_t column) {
        const std::int32_t to = kBackward ? column : at.unit, from = kBackward ? at.unit : column;
        return fixedAt(at.model->weights, (g * at.hidden + to) * at.hidden + from);
    }

    static GATELAB_KERNEL void loadWeights(const Job<T>& job, const ThreadPlace<T>& at, Thread& thread) {
        GATELAB_UNROLL
        for (int i = 0; i < kRegisterColumns; ++i) {
            GATELAB_UNROLL
            for (int g = 0; g < kGates; ++g)
                thread.registers.weights[g * kRegisterColumns + i] =
                    i < at.columns ? rounded<kProducts>(weightAt(at, g, at.first + i)) : T(0);
        }
        Weight* weights = sharedWeights(job, thread);
        for (std::int32_t i = 0; i < job.sharedColumns; ++i)
            for (int g = 0; g < kGates; ++g)
                weights[((at.part * job.sharedColumns + i) * kGates + g) * kUnits + at.lane].set(
                    kRegisterColumns + i < at.columns ? weightAt(at, g, at.first + kRegisterColumns + i) : T(0));
    }

    static GATELAB_KERNEL void addProducts(std::int32_t hidden, const T* from, std::int32_t column,
                                           const T (&w)[kGates], T (&sums)[kOut * kRows]) {
        GATELAB_UNROLL
        for (int g = 0; g < kGates; ++g) {
            const T* x = from + ((kBackward ? g * hidden : 0) + column) * kRows;
            GATELAB_UNROLL
            for (int r = 0; r < kRows; ++r) sums[(kBackward ? 0 : g) * kRows + r] += w[g] * x[r];
        }
    }

    /// The thread's share of the sums of its unit.
    static GATELAB_KERNEL void product(const Job<T>& job, Thread& thread, std::int32_t buffer) {
        const ThreadPlace<T>& at = thread.registers.place;
        const T* from = source(job, thread, buffer);
        T sums[kOut * kRows] = {}, w[kGates];
        GATELAB_UNROLL
        for (int i = 0; i < kRegisterColumns; ++i) {
            if (i >= at.columns) continue;
            GATELAB_UNROLL
            for (int g = 0; g < kGates; ++g) w[g] = thread.registers.weights[g * kRegisterColumns + i];
            addProducts(at.hidden, from, at.first + i, w, sums);
        }
        const Weight* weights = sharedWeights(job, thread);
        std::int32_t i = kRegisterColumns;
        for (; i < at.columns && i < kRegisterColumns + job.sharedColumns; ++i) {
            for (int g = 0; g < kGates; ++g)
                w[g] = weights[((at.part * job.sharedColumns + i - kRegisterColumns) * kGates + g) * kUnits + at.lane]
                           .get();
            addProducts(at.hidden, from, at.first + i, w, sums);
        }
        for (; i < at.columns; ++i) {
            for (int g = 0; g < kGates; ++g) w[g] = rounded<kProducts>(weightAt(at, g, at.first + i));
            addProducts(at.hidden, from, at.first + i, w, sums);
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

    /// What the update reads in so many time steps from now.
    static GATELAB_KERNEL void load(const Job<T>& job, const ThreadPlace<T>& at, int ahead, T (&to)[kMaxLoads]) {
        if (!at.inside(ahead)) return;
        const GridModel<T>& model = *at.model;
        if constexpr (kBackward) {
            const std::int64_t own = at.step(job, kKeptGates, ahead);
            GATELAB_UNROLL
            for (int g = 0; g < kKeptGates; ++g) to[g] = fixedAt<T>(model.gates, own + g * at.hidden);
            to[kState] = fixedAt<T>(kCell == GatedCell::Lstm ? model.cBefore : model.hBefore, at.step(job, 1, ahead));
            to[kOfY] = valueOf(model.dy, at.y + ahead * at.turn * model.yStep);
        } else {
            const std::int64_t own = at.step(job, kGates, ahead);
            GATELAB_UNROLL
            for (int g = 0; g < kGates; ++g) to[g] = fixedAt(model.fromInput, own + g * at.hidden);
        }
    }
    /// The first phase: place, weights and the loads of the first two time steps.
    static GATELAB_KERNEL void begin(const Job<T>& job, Thread& thread) {
        thread.registers.place = ThreadPlace<T>(job, thread);
        const ThreadPlace<T>& at = thread.registers.place;
        loadWeights(job, at, thread);
        load(job, at, 0, thread.registers.now);
        load(job, at, 1, thread.registers.ahead);
        if (kCell == GatedCell::Gru && !kBackward && at.hasUnit)
            thread.registers.biasHn = valueOf(at.model->biasHn, at.unit);
    }
    /// The end of an update: tells the team, then sends for the time step after the next one.
    static GATELAB_KERNEL void goOn(const Job<T>& job, Thread& thread, std::int32_t buffer, T (&told)[kIn]) {
        Registers<T>& own = thread.registers;
        if (own.place.hasUnit) {
            GATELAB_UNROLL
            for (int g = 0; g < kIn; ++g) told[g] = rounded<kProducts>(told[g]);
            thread.publish(job, buffer, own.place.unit * kRows + own.place.part, own.place.hidden * kRows, told);
        }
        own.place.goOn(job);
        GATELAB_UNROLL
        for (int i = 0; i < kMaxLoads; ++i) own.now[i] = own.ahead[i];
        load(job, own.place, 1, own.ahead);
    }

    /// One time step of a unit and row that has it; thread.registers: the state before, then after.
    static GATELAB_KERNEL void updateForward(const Job<T>& job, Thread& thread) {
        Registers<T>& state = thread.registers;
        const ThreadPlace<T>& at = state.place;
        const GridModel<T>& model = *at.model;
        T sums[kGates], kept[kKeptGates];
        GATELAB_UNROLL
        for (int g = 0; g < kGates; ++g) sums[g] = total(job, thread, at, g);
        if (model.gates != nullptr) {
            const std::int64_t one = at.step(job, 1);
            model.hBefore[one] = state.h;
            if constexpr (kCell == GatedCell::Lstm) model.cBefore[one] = state.c;
        }
        if constexpr (kCell == GatedCell::Lstm) {
            kept[0] = sigmoid(state.now[0] + sums[0]);
            kept[1] = sigmoid(state.now[1] + sums[1]);
            kept[2] = tangent(state.now[2] + sums[2]);
            kept[3] = sigmoid(state.now[3] + sums[3]);
            state.c = kept[1] * state.c + kept[0] * kept[2];
            state.h = kept[3] * tangent(state.c);
        } else {
            kept[0] = sigmoid(state.now[0] + sums[0]);
            kept[1] = sigmoid(state.now[1] + sums[1]);
            kept[3] = sums[2] + state.biasHn;
            kept[2] = tangent(state.now[2] + kept[0] * kept[3]);
            state.h = (T(1) - kept[1]) * kept[2] + kept[1] * state.h;
        }
        if (model.gates != nullptr) {
            const std::int64_t own = at.step(job, kKeptGates);
            GATELAB_UNROLL
            for (int g = 0; g < kKeptGates; ++g) model.gates[own + g * at.hidden] = kept[g];
        }
    }

    static GATELAB_KERNEL void runForward(Team& team, const Job<T>* job) {
        team.teamPhase([job](Thread& thread) {
            begin(*job, thread);
            const ThreadPlace<T>& at = thread.registers.place;
            const std::int32_t tile = at.row - at.part, numbers = at.hidden * kRows;
            T* to = source(*job, thread, 0);
            for (std::int32_t i = thread.index; i < numbers; i += kThreads) {
                const std::int64_t row = tile + i % kRows;
                to[i] =
                    row < job->batch ? rounded<kProducts>(valueOf(at.model->h0, row * at.hidden + i / kRows)) : T(0);
            }
            if (!at.hasRow) return;
            thread.registers.h = valueOf(at.model->h0, at.state());
            thread.registers.c = valueOf(at.model->c0, at.state());
        });
        for (std::int32_t step = 0; step < job->time; ++step) {
            const std::int32_t now = step % 2, next = 1 - now;
            team.blockPhase([job, now](Thread& thread) { product(*job, thread, now); });
            team.exchangePhase(*job, step, next, [job, next](Thread& thread) {
                const ThreadPlace<T>& at = thread.registers.place;
                const bool inside = at.inside();
                if (inside) updateForward(*job, thread);
                if (at.hasRow) {
                    at.model->y[at.y] = inside ? thread.registers.h : T(0);
                    if (!inside && at.model->gates != nullptr) at.model->hBefore[at.step(*job, 1)] = 0;
                }
                T told[1] = {at.hasRow ? thread.registers.h : T(0)};
                goOn(*job, thread, next, told);
            });
            if constexpr (Team::kExchange == Exchange::Global)
                team.blockPhase(
                    [job, next](Thread& thread) { thread.collect(*job, next, source(*job, thread, next)); });
        }
        team.teamPhase([job](Thread& thread) {
            const ThreadPlace<T>& at = thread.registers.place;
            if (!at.hasRow) return;
            at.model->hLast[at.state()] = thread.registers.h;
            if constexpr (kCell == GatedCell::Lstm) at.model->cLast[at.state()] = thread.registers.c;
        });
    }

    /// Gradients of the gates of one step; thread.registers: those of the states after it, then what of those before
    /// it does not go through the products.
    static GATELAB_KERNEL void updateBackward(const Job<T>& job, Thread& thread, T (&found)[kGates]) {
        Registers<T>& state = thread.registers;
        const ThreadPlace<T>& at = state.place;
        const GridModel<T>& model = *at.model;
        const T(&kept)[kMaxLoads] = state.now;
        const std::int64_t place = at.step(job, kGates);
        const T dh = state.h + kept[kOfY];
        if constexpr (kCell == GatedCell::Lstm) {
            const T before = kept[kState], squashed = tangent(kept[1] * before + kept[0] * kept[2]);
            const T dc = state.c + dh * kept[3] * (T(1) - squashed * squashed);
            found[0] = dc * kept[2] * kept[0] * (T(1) - kept[0]);
            found[1] = dc * before * kept[1] * (T(1) - kept[1]);
            found[2] = dc * kept[0] * (T(1) - kept[2] * kept[2]);
            found[3] = dh * squashed * kept[3] * (T(1) - kept[3]);
            state.c = dc * kept[1];
            state.h = 0;
            GATELAB_UNROLL
            for (int g = 0; g < kGates; ++g) model.dInput[place + g * at.hidden] = found[g];
        } else {
            const T candidate = dh * (T(1) - kept[1]) * (T(1) - kept[2] * kept[2]);
            found[0] = candidate * kept[3] * kept[0] * (T(1) - kept[0]);
            found[1] = dh * (kept[kState] - kept[2]) * kept[1] * (T(1) - kept[1]);
            found[2] = candidate * kept[0];
            state.h = dh * kept[1];
            model.dInput[place] = found[0];
            model.dInput[place + at.hidden] = found[1];
            model.dInput[place + 2 * at.hidden] = candidate;
            GATELAB_UNROLL
            for (int g = 0; g < kGates; ++g) model.dHidden[place + g * at.hidden] = found[g];
        }
    }
    /// A time step after a sequence's end.
    static GATELAB_KERNEL void clearGradients(const Job<T>& job, const ThreadPlace<T>& at) {
        const std::int64_t place = at.step(job, kGates);
        GATELAB_UNROLL
        for (int g = 0; g < kGates; ++g) {
            at.model->dInput[place + g * at.hidden] = 0;
            if constexpr (kCell == GatedCell::Gru) at.model->dHidden[place + g * at.hidden] = 0;
        }
    }

    static GATELAB_KERNEL void runBackward(Team& team, const Job<T>* job) {
        team.teamPhase([job](Thread& thread) {
            begin(*job, thread);
            const ThreadPlace<T>& at = thread.registers.place;
            if (!at.hasRow) return;
            thread.registers.h = valueOf(at.model->dhLast, at.state());
            thread.registers.c = valueOf(at.model->dcLast, at.state());
        });
        for (std::int32_t step = 0; step < job->time; ++step) {
            const std::int32_t now = step % 2;
            team.exchangePhase(*job, step, now, [job, step, now](Thread& thread) {
                const ThreadPlace<T>& at = thread.registers.place;
                T found[kGates] = {};
                if (at.hasRow && step > 0) thread.registers.h += total(*job, thread, at, 0);
                if (at.inside())
                    updateBackward(*job, thread, found);
                else if (at.hasRow)
                    clearGradients(*job, at);
                goOn(*job, thread, now, found);
            });
            if constexpr (Team::kExchange == Exchange::Global)
                team.blockPhase([job, now](Thread& thread) { thread.collect(*job, now, source(*job, thread, now)); });
            team.blockPhase([job, now](Thread& thread) { product(*job, thread, now); });
        }
        team.teamPhase([job](Thread& thread) {
            const ThreadPlace<T>& at = thread.registers.place;
            if (!at.hasRow) return;
            if (at.model->dh0 != nullptr) at.model->dh0[at.state()] = thread.registers.h + total(*job, thread, at, 0);
            if (at.model->dc0 != nullptr) at.model->dc0[at.state()] = thread.registers.c;
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
