// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/rank_obstacle.h"

#include "config/cpu_step_obstacle.h"
#include "config/decoder.h"
#include "config/setting_predicates.h"
#include "config/switches.h"
#include "config/words/word_table.h"

#include <algorithm>

namespace gatelab {

namespace {

constexpr std::int64_t kBlocks = 16;

using C = ExperimentConfig;

/// Something that a pipeline cannot do.
struct Obstacle {
    bool (*isThere)(const C& config);
    Text reason;
};

const Obstacle kOfPipeline[] = {
    {[](const C& c) { return !isForecast(c); },
     GATELAB_TEXT("PipelineObstacle", "A pipeline cuts windows of one length: choose the task forecast.")},
    {[](const C& c) { return c.ranks > c.layers; },
     GATELAB_TEXT("PipelineObstacle",
                  "In a pipeline each rank has at least one layer: ask for fewer ranks, or more layers.")},
    {[](const C& c) { return c.bidirectional; },
     GATELAB_TEXT("PipelineObstacle",
                  "A pipeline takes a window from its start, and the reverse direction begins at its end.")},
    {drawsMasks,
     GATELAB_TEXT("PipelineObstacle", "A pipeline draws no masks: set dropout, recurrent dropout and zoneout to 0.")},
    {[](const C& c) { return isRecursive(c); },
     GATELAB_TEXT("PipelineObstacle", "A pipeline has no recursive decoder: choose the direct one.")},
    {readsTables,
     GATELAB_TEXT("PipelineObstacle",
                  "A pipeline reads no words through a table: have them as 0 and 1 in the recipe step 'category'.")},
    {[](const C& c) { return c.carryState; },
     GATELAB_TEXT("PipelineObstacle", "A pipeline carries no state from batch to batch: switch that off.")},
    {[](const C& c) { return c.recomputeChunk > 0; },
     GATELAB_TEXT("PipelineObstacle", "A pipeline keeps its activations: set the recomputing to 0.")},
    {[](const C& c) { return isIn16Bits(c.precision); },
     GATELAB_TEXT("PipelineObstacle", "A pipeline computes in FP32 and FP64 only.")},
    {[](const C& c) { return !sendsAll(c); },
     GATELAB_TEXT("PipelineObstacle", "A pipeline sends whole gradients: choose the gradient exchange 'none'.")},
    {[](const C& c) { return c.device.starts_with("xla"); },
     GATELAB_TEXT("PipelineObstacle", "A pipeline computes on processors, and this run on an XLA device.")},
};

/// A pipeline has them also with one rank.
Text pipelineObstacle(const C& config, bool onGpu) {
    if (onGpu && !config.device.starts_with("cuda:"))
        return GATELAB_TEXT("PipelineObstacle", "A pipeline on GPUs needs the first of them by its name: cuda:0.");
    for (const Obstacle& one : kOfPipeline)
        if (one.isThere(config)) return one.reason;
    return {};
}

}  // namespace

std::int64_t rankBlocks(const ExperimentConfig& config) {
    return std::max<std::int64_t>(1, std::min(config.threads > 0 ? config.threads : kBlocks, config.batchSize));
}

Text rankObstacle(const ExperimentConfig& config, bool onGpu) {
    if (isPipelined(config)) return pipelineObstacle(config, onGpu);
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
