// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/rank_obstacle.h"

#include "config/cpu_step_obstacle.h"
#include "config/switches.h"

#include <algorithm>

namespace gatelab {

namespace {

constexpr std::int64_t kBlocks = 16;

}  // namespace

std::int64_t rankBlocks(const ExperimentConfig& config) {
    return std::max<std::int64_t>(1, std::min(config.threads > 0 ? config.threads : kBlocks, config.batchSize));
}

Text rankObstacle(const ExperimentConfig& config, bool onGpu) {
    if (config.ranks <= 1) return {};
    if (onGpu) return GATELAB_TEXT("RankObstacle", "Ranks compute on processors, and this run computes on a GPU.");
    if (!config.splitBatch) return GATELAB_TEXT("RankObstacle", "Ranks share the rows of a batch: split the batch.");
    if (config.ranks > rankBlocks(config))
        return GATELAB_TEXT(
            "RankObstacle",
            "A batch is cut into fewer blocks than there are ranks: ask for fewer ranks, a larger batch "
            "or more CPU threads, which are the blocks.");
    if (const Text why = cpuStepObstacle(config, false); !why.isEmpty()) return why;
    if (expectedImplementation(config) != kCpuStep)
        return GATELAB_TEXT("RankObstacle", "Ranks need the whole step: choose the implementation 'whole'.");
    return {};
}

}  // namespace gatelab
