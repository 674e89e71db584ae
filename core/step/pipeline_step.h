// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "ranks/rank_exchange.h"
#include "step/objective.h"
#include "step/step_phases.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

/// Gradients of a stack of recurrent layers, one layer and one chunk of a window's time after the other, so that ranks
/// can share the layers (model parallel training, exact: state and its gradient go from chunk to chunk within a layer,
/// outputs and their gradients from layer to layer). Each rank keeps the activations of its own layers, and all get all
/// gradients, so that each has the weights and any of them can be lost. Each layer is a graph of its own and chunks are
/// added from the last to the first: the bits depend on the number of chunks, and on nothing else. What it cannot do,
/// rankObstacle says. One training thread.
class PipelineStep {
public:
    /// Null where the plan has no pipeline. `ranks`: with whom it shares the layers; null: it has all. All outlive it.
    static std::unique_ptr<PipelineStep> create(const TrainPlan& plan, const Objective& objective, RankExchange* ranks);

    /// Adds `share` times the gradient of the batch's loss to the store's and gives `share` times that loss, detached.
    /// Throws RanksStopped where the ranks cannot go on. `phases` may be null.
    at::Tensor addGradients(const Batch& batch, const ForwardOptions& options, double share, StepPhases* phases);

private:
    PipelineStep(const TrainPlan& plan, const Objective& objective, RankExchange* ranks);

    const Objective& objective_;
    RankExchange* ranks_;
    std::int64_t chunks_, width_;  ///< at most; of what goes from layer to layer
    /// Parameters by layer, and last those of what follows the layers.
    std::vector<std::vector<at::Tensor>> weights_;
};

}  // namespace gatelab
