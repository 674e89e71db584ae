// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "ranks/rank_exchange.h"
#include "step/batch_team.h"
#include "step/objective.h"
#include "step/optimizers.h"
#include "step/step_phases.h"

#include <cstdint>
#include <memory>

namespace gatelab {

/// A training step in own code: gather, recurrent layers (kernels/cpu), head, loss, backward pass, penalties, clip and
/// update, without autograd, LibTorch's dispatcher or new tensors. Made by the implementation "whole"; what it cannot
/// do, cpuStepObstacle (config/cpu_step_obstacle.h) says. All arrays are laid out once for each shape of a batch and
/// lie in three tensors, which releaseBuffers() gives back. It keeps nothing from step to step that a resume would
/// need: weights, gradients and the optimiser's state are those of the model and of the optimiser. Same bits each time
/// and for any number of threads; the sums go over the team's blocks of rows. One training thread; any number of such
/// objects at once, each with its own model and team.
class CpuStep {
public:
    /// Null where the plan's steps are not computed whole: another implementation, or something it cannot do. All
    /// outlive it.
    static std::unique_ptr<CpuStep> create(const TrainPlan& plan, const Objective& objective);
    virtual ~CpuStep() = default;

    /// A batch of a step.
    struct Part {
        std::int64_t epoch = 0, position = 0;  ///< of the batch
        double share = 1;                      ///< of the step's samples
        bool isFirst = true, isLast = true;
        std::uint64_t seed = 0, draw = 0;  ///< RandomPosition: seed and step
    };
    /// Adds the gradient of this part of a step, and gives its part of the step's loss. `team` null: this thread alone.
    /// `phases` may be null.
    virtual double addGradients(Batcher& batcher, const Part& part, BatchTeam* team, StepPhases* phases) = 0;
    /// The gradients of all parts in the store, with penalties, values clipped; gives their norm. After the last part.
    virtual double prepareUpdate(const ExperimentConfig& config, Optimiser& optimiser, BatchTeam* team) = 0;
    /// Clips to the norm that prepareUpdate gave and updates the weights.
    virtual void update(const ExperimentConfig& config, const ScheduledStep& now, BatchTeam* team) = 0;
    /// From now on other processes compute some of the blocks of each batch: the gradients are the sums of all, with
    /// the same bits, and the weights are compared with theirs. Outlives it; addGradients then throws RanksStopped
    /// where they cannot go on.
    virtual void share(RankExchange& ranks) = 0;
    /// Gives the arrays' memory back until the next step: an evaluation needs room of its own.
    virtual void releaseBuffers() = 0;
};

}  // namespace gatelab
