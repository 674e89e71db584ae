// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/persistent/job.h"

/// How a job becomes launches: plain arithmetic, for a GPU and for the host that stands in for one.
namespace gatelab::persistent {

/// Who waits for whom within a launch: a block for nobody, the blocks of a cluster for each other (from compute
/// capability 9.0 on), all blocks of the grid, which must then all be on the GPU at a time.
enum class Barrier : std::int32_t { Block, Cluster, Grid };

struct LaunchPlan {
    Barrier barrier = Barrier::Block;
    std::int64_t teams = 0;  ///< per launch; 0: the GPU cannot hold one

    /// A block alone has no use for global memory.
    [[nodiscard]] constexpr Exchange exchange() const {
        return barrier == Barrier::Grid ? Exchange::Global : Exchange::Shared;
    }
};

/// `clusters`, `blocks`: what the GPU holds at a time of clusters of job.ranks blocks, and of the blocks of a grid on
/// one multiprocessor.
template <class T>
constexpr LaunchPlan planLaunch(const Job<T>& job, const GpuLimits& gpu, std::int64_t clusters, std::int64_t blocks) {
    const std::int64_t all = teamsOf(job);
    if (job.ranks == 1) return {Barrier::Block, all};
    if (clusters > 0) return {Barrier::Cluster, all};  // each waits for its own blocks alone
    if (!gpu.cooperative) return {Barrier::Grid, 0};
    const std::int64_t atOnce = blocks * gpu.multiprocessors / job.ranks;
    return {Barrier::Grid, atOnce < all ? atOnce : all};
}

/// Calls launch(job, teams) until every team has had its turn; launch returns whether to go on.
template <class T, class F>
bool eachLaunch(Job<T> job, const LaunchPlan& plan, F launch) {
    if (plan.teams < 1) return false;
    for (job.firstTeam = 0; job.firstTeam < teamsOf(job); job.firstTeam += plan.teams) {
        const std::int64_t left = teamsOf(job) - job.firstTeam;
        if (!launch(job, left < plan.teams ? left : plan.teams)) return false;
    }
    return true;
}

}  // namespace gatelab::persistent
