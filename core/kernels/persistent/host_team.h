// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/persistent/launch_plan.h"
#include "kernels/persistent/passes.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

/// A team of blocks on the host, to prove passes.h without a GPU. The threads of a block take their turns in an order
/// that is chosen, and so do the blocks: between two barriers of the team one block computes all of its phases before
/// the next one begins. Where a barrier is missing, one order gives other bits than another.
namespace gatelab::persistent {

enum class Order { Forward, Backward, Shuffled };

struct HostOrder {
    Order order = Order::Forward;
    unsigned seed = 1;  ///< of Order::Shuffled
    /// false: as if they were forgotten, which the tests must notice
    bool blockBarriers = true, teamBarriers = true;
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

        void publish(const Job<T>& job, std::int64_t buffer, std::int64_t place, T value) {
            const std::int64_t at = buffer * sourceNumbers(job) + place;
            if constexpr (kHow == Exchange::Shared) {
                for (auto& block : of->shared_) block[static_cast<std::size_t>(at)] = value;
            } else {
                job.exchange[team * 2 * sourceNumbers(job) + at] = value;
            }
        }
        void collect(const Job<T>& job, std::int64_t buffer, T* to) {
            const T* from = job.exchange + (team * 2 + buffer) * sourceNumbers(job);
            for (std::int64_t i = index; i < sourceNumbers(job); i += kThreads) to[i] = from[i];
        }
    };

    HostTeam(const Job<T>& job, std::int64_t team, const HostOrder& order) : order_(order), random_(order.seed) {
        const auto ranks = static_cast<std::size_t>(job.ranks);
        const std::size_t numbers = static_cast<std::size_t>(sharedBytes(job)) / sizeof(T) + 1;
        shared_.assign(ranks, std::vector<T>(numbers, std::numeric_limits<T>::quiet_NaN()));
        threads_.resize(ranks * kThreads);
        for (std::size_t i = 0; i < threads_.size(); ++i) {
            Thread& thread = threads_[i];
            thread.of = this;
            thread.rank = static_cast<std::int32_t>(i / kThreads);
            thread.index = static_cast<std::int32_t>(i % kThreads);
            thread.team = team;
            thread.shared = shared_[i / kThreads].data();
        }
    }
    ~HostTeam() { finish(); }
    HostTeam(const HostTeam&) = delete;
    HostTeam& operator=(const HostTeam&) = delete;

    template <class F>
    void blockPhase(F f) {
        phases_.emplace_back(f);
    }
    template <class F>
    void teamPhase(F f) {
        phases_.emplace_back(f);
        if (order_.teamBarriers) finish();
    }

private:
    std::vector<std::size_t> turns(std::size_t count) {
        std::vector<std::size_t> all(count);
        std::iota(all.begin(), all.end(), std::size_t{0});
        if (order_.order == Order::Backward) std::reverse(all.begin(), all.end());
        if (order_.order == Order::Shuffled) std::shuffle(all.begin(), all.end(), random_);
        return all;
    }
    void finish() {
        for (const std::size_t block : turns(shared_.size())) {
            Thread* first = threads_.data() + block * kThreads;
            if (order_.blockBarriers) {
                for (const auto& phase : phases_)
                    for (const std::size_t i : turns(kThreads)) phase(first[i]);
            } else {
                for (const std::size_t i : turns(kThreads))
                    for (const auto& phase : phases_) phase(first[i]);
            }
        }
        phases_.clear();
    }

    HostOrder order_;
    std::mt19937 random_;
    std::vector<std::vector<T>> shared_;  ///< by block
    std::vector<Thread> threads_;
    std::vector<std::function<void(Thread&)>> phases_;  ///< since the last barrier of the team
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
    if (!fitShared(job, gpu.sharedPerBlock)) return false;
    const std::int64_t blocks = blocksPerMultiprocessor(gpu, kMaxRegisters, sharedBytes(job));
    const std::int64_t clusters = gpu.capability >= kHopper ? blocks * gpu.multiprocessors / job.ranks : 0;
    const LaunchPlan plan = planLaunch(job, gpu, clusters, blocks);
    return eachLaunch(job, plan, [&](const Job<T>& part, std::int64_t teams) {
        computeOnHost(part, teams, plan.exchange(), order);
        return true;
    });
}

}  // namespace gatelab::persistent
