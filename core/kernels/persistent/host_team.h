// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/persistent/counting_barrier.h"
#include "kernels/persistent/launch_plan.h"
#include "kernels/persistent/passes.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <vector>

/// A team of blocks on the host, to prove passes.h without a GPU. Each warp goes its own way from phase to phase and
/// waits only where a GPU's would: for its block, for its team, or for what the blocks store into a buffer of its own,
/// by a barrier that counts as an mbarrier does (core/cuda/kernels/persistent.cu). Whose turn it is, the order of the
/// threads of a warp, and when a store arrives are chosen. Where a barrier is missing, one order gives other bits than
/// another.
namespace gatelab::persistent {

enum class Order { Forward, Backward, Shuffled };

struct HostOrder {
    Order order = Order::Forward;
    unsigned seed = 1;  ///< of Order::Shuffled
    /// false: as if they were forgotten, which the tests must notice
    bool blockBarriers = true, teamBarriers = true;
    bool allBytes = true;      ///< of all blocks; false: of one
    bool presentPhase = true;  ///< false: a buffer's fill before is waited for
    bool armsFirst = true;     ///< false: a barrier is armed when a step is waited for
};

template <class T, Exchange kHow>
class HostTeam {
public:
    static constexpr Exchange kExchange = kHow;

    struct Thread {
        HostTeam* of = nullptr;
        std::int32_t index = 0, rank = 0;
        std::int64_t team = 0;
        T* shared = nullptr;
        Registers<T> registers;

        template <int kCount>
        void publish(const Job<T>& job, std::int32_t buffer, std::int32_t place, std::int32_t apart,
                     const T (&values)[kCount]) {
            for (int i = 0; i < kCount; ++i) {
                const std::int64_t at = buffer * sourceNumbers(job) + place + std::int64_t{i} * apart;
                if constexpr (kHow == Exchange::Global)
                    job.exchange[team * 2 * sourceNumbers(job) + at] = values[i];
                else
                    of->send(static_cast<std::size_t>(rank), buffer, static_cast<std::size_t>(at), values[i]);
            }
        }
        void collect(const Job<T>& job, std::int32_t buffer, T* to) {
            const T* from = job.exchange + (team * 2 + buffer) * sourceNumbers(job);
            for (std::int64_t i = index; i < sourceNumbers(job); i += kThreads) to[i] = from[i];
        }
    };

    HostTeam(const Job<T>& job, std::int64_t team, const HostOrder& order)
        : order_(order),
          random_(order.seed),
          bytes_((order.allBytes ? sourceNumbers(job) : sourceNumbers(job) / job.ranks) *
                 static_cast<std::int64_t>(sizeof(T))) {
        const auto ranks = static_cast<std::size_t>(job.ranks);
        const std::size_t numbers = static_cast<std::size_t>(sharedBytes(job)) / sizeof(T) + 1;
        blocks_.resize(ranks);
        warps_.resize(ranks * kWarps);
        threads_.resize(ranks * kThreads);
        for (Block& block : blocks_) {
            block.shared.assign(numbers, std::numeric_limits<T>::quiet_NaN());
            if (order_.armsFirst)
                for (CountingBarrier& barrier : block.barriers) barrier.arm(bytes_);
        }
        for (std::size_t i = 0; i < threads_.size(); ++i) {
            Thread& thread = threads_[i];
            thread.of = this;
            thread.rank = static_cast<std::int32_t>(i / kThreads);
            thread.index = static_cast<std::int32_t>(i % kThreads);
            thread.team = team;
            thread.shared = blocks_[i / kThreads].shared.data();
        }
    }
    HostTeam(const HostTeam&) = delete;
    HostTeam& operator=(const HostTeam&) = delete;

    template <class F>
    void blockPhase(F f) {
        phases_.push_back({f, Wait::Block});
    }
    template <class F>
    void teamPhase(F f) {
        phases_.push_back({f, Wait::Team});
    }
    template <class F>
    void exchangePhase(const Job<T>&, std::int32_t step, std::int32_t buffer, F f) {
        phases_.push_back({f, kHow == Exchange::Global ? Wait::Team : Wait::Exchange, step, buffer});
    }

    /// Computes the phases; throws where nobody can go on.
    void run() {
        std::vector<std::size_t> order(warps_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        if (order_.order == Order::Backward) std::reverse(order.begin(), order.end());
        for (bool goesOn = true; goesOn;) {
            if (order_.order == Order::Shuffled) std::shuffle(order.begin(), order.end(), random_);
            goesOn = deliver();
            for (const std::size_t warp : order) {
                // Some run ahead as far as they may, others do one phase.
                const std::size_t most = order_.order == Order::Shuffled ? 1 + random_() % 4 : phases_.size();
                for (std::size_t i = 0; i < most && advance(warp); ++i) goesOn = true;
            }
        }
        if (std::ranges::any_of(warps_, [&](const Warp& warp) { return warp.phase < phases_.size(); }))
            throw std::logic_error("the blocks of a team wait for each other");
    }

private:
    static constexpr std::size_t kWarp = 32, kWarps = kThreads / kWarp;
    enum class Wait { Block, Team, Exchange };
    struct Phase {
        std::function<void(Thread&)> compute;
        Wait wait;
        std::int32_t step = 0, buffer = 0;
    };
    struct Block {
        std::vector<T> shared;
        std::array<CountingBarrier, 2> barriers{CountingBarrier(kWarps), CountingBarrier(kWarps)};
    };
    struct Warp {
        std::size_t phase = 0;
        bool computed = false;  ///< and waits
    };
    struct Store {
        std::size_t block;
        std::int32_t buffer;
        std::size_t at;
        T value;
    };

    void send(std::size_t, std::int32_t buffer, std::size_t at, T value) {
        for (std::size_t block = 0; block < blocks_.size(); ++block) {
            stores_.push_back({block, buffer, at, value});
            if (order_.order != Order::Shuffled) arrives(stores_.back()), stores_.pop_back();
        }
    }
    void arrives(const Store& store) {
        Block& block = blocks_[store.block];
        block.shared[store.at] = store.value;
        if (order_.teamBarriers) block.barriers[static_cast<std::size_t>(store.buffer)].come(sizeof(T));
    }
    /// Some of the stores that are on their way, or all that are left when nobody else can move.
    bool deliver() {
        if (stores_.empty()) return false;
        std::shuffle(stores_.begin(), stores_.end(), random_);
        const std::size_t stay = stores_.size() < 64 ? 0 : random_() % stores_.size();
        std::vector<Store> now(stores_.begin() + static_cast<std::ptrdiff_t>(stay), stores_.end());
        stores_.resize(stay);
        for (const Store& store : now) arrives(store);
        return true;
    }

    /// One phase of a warp, or the end of its waiting; false: it waits.
    bool advance(std::size_t number) {
        Warp& warp = warps_[number];
        if (warp.phase == phases_.size()) return false;
        const Phase& phase = phases_[warp.phase];
        const std::size_t block = number / kWarps;
        const bool exchanges = phase.wait == Wait::Exchange && order_.teamBarriers,
                   arms = exchanges && number % kWarps == 0;
        if (!warp.computed) {
            compute(number, phase);
            warp.computed = true;
            if (arms && !order_.armsFirst) barrierOf(block, phase).arm(bytes_);
            if (exchanges) barrierOf(block, phase).arrive();
        }
        if (!mayGoOn(block, warp, phase)) return false;
        if (arms && order_.armsFirst) barrierOf(block, phase).arm(bytes_);
        warp.computed = false;
        ++warp.phase;
        return true;
    }
    CountingBarrier& barrierOf(std::size_t block, const Phase& phase) {
        return blocks_[block].barriers[static_cast<std::size_t>(phase.buffer)];
    }
    void compute(std::size_t warp, const Phase& phase) {
        std::array<std::size_t, kWarp> turns;
        std::iota(turns.begin(), turns.end(), warp * kWarp);
        if (order_.order == Order::Backward) std::reverse(turns.begin(), turns.end());
        if (order_.order == Order::Shuffled) std::shuffle(turns.begin(), turns.end(), random_);
        for (const std::size_t thread : turns) phase.compute(threads_[thread]);
    }
    bool mayGoOn(std::size_t block, const Warp& warp, const Phase& phase) {
        const auto haveComputed = [&](std::size_t first, std::size_t count) {
            return std::ranges::all_of(std::span(warps_).subspan(first, count), [&](const Warp& other) {
                return other.phase > warp.phase || (other.phase == warp.phase && other.computed);
            });
        };
        switch (phase.wait) {
            case Wait::Block:
                return !order_.blockBarriers || haveComputed(block * kWarps, kWarps);
            case Wait::Team:
                return !order_.teamBarriers || haveComputed(0, warps_.size());
            case Wait::Exchange:
                break;
        }
        const std::int64_t parity = phase.step / 2 % 2;
        return !order_.teamBarriers || barrierOf(block, phase).hasEnded(order_.presentPhase ? parity : 1 - parity);
    }

    HostOrder order_;
    std::mt19937 random_;
    std::int64_t bytes_;  ///< that a block waits for in a step
    std::vector<Block> blocks_;
    std::vector<Warp> warps_;
    std::vector<Thread> threads_;
    std::vector<Store> stores_;  ///< on their way
    std::vector<Phase> phases_;
};

template <class T, Exchange kHow, GatedCell kCell, Products kProducts>
void computeOnHost(const Job<T>& job, std::int64_t teams, const HostOrder& order) {
    using Team = HostTeam<T, kHow>;
    for (std::int64_t i = job.firstTeam; i < job.firstTeam + teams; ++i) {
        Team team(job, i, order);
        if (job.backward)
            Pass<Team, T, kCell, kProducts, true>::run(team, &job);
        else
            Pass<Team, T, kCell, kProducts, false>::run(team, &job);
        team.run();
    }
}

template <class T, Exchange kHow, GatedCell kCell>
void computeOnHost(const Job<T>& job, std::int64_t teams, const HostOrder& order) {
    switch (job.products) {
        case Products::Ieee:
            return computeOnHost<T, kHow, kCell, Products::Ieee>(job, teams, order);
        case Products::Tf32:
            return computeOnHost<T, kHow, kCell, Products::Tf32>(job, teams, order);
        case Products::Bf16:
            return computeOnHost<T, kHow, kCell, Products::Bf16>(job, teams, order);
    }
}

/// One launch of eachLaunch.
template <class T>
void computeOnHost(const Job<T>& job, std::int64_t teams, Exchange how, const HostOrder& order) {
    if (how == Exchange::Shared)
        job.cell == GatedCell::Lstm ? computeOnHost<T, Exchange::Shared, GatedCell::Lstm>(job, teams, order)
                                    : computeOnHost<T, Exchange::Shared, GatedCell::Gru>(job, teams, order);
    else
        job.cell == GatedCell::Lstm ? computeOnHost<T, Exchange::Global, GatedCell::Lstm>(job, teams, order)
                                    : computeOnHost<T, Exchange::Global, GatedCell::Gru>(job, teams, order);
}

/// The whole job on a GPU of these limits: by clusters where it has them, else by cooperative grids. False: it cannot
/// hold one team.
template <class T>
bool computeOnHost(Job<T> job, const GpuLimits& gpu, const HostOrder& order) {
    constexpr int kHopper = 90;
    std::int64_t clusters = 0;
    if (job.ranks > 1 && gpu.capability >= kHopper && fitShared(job, gpu.sharedPerBlock - kBarrierBytes))
        clusters = blocksPerMultiprocessor(gpu, kMaxRegisters, sharedBytes(job) + kBarrierBytes) * gpu.multiprocessors /
                   job.ranks;
    if (clusters == 0 && !fitShared(job, gpu.sharedPerBlock)) return false;
    const std::int64_t blocks = blocksPerMultiprocessor(gpu, kMaxRegisters, sharedBytes(job));
    const LaunchPlan plan = planLaunch(job, gpu, clusters, blocks);
    return eachLaunch(job, plan, [&](const Job<T>& part, std::int64_t teams) {
        computeOnHost(part, teams, plan.exchange(), order);
        return true;
    });
}

}  // namespace gatelab::persistent
