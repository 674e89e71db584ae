// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/batch_team.h"
#include "step/objective.h"
#include "step/step_phases.h"

#include <functional>
#include <memory>
#include <vector>

namespace gatelab {

/// A batch as up to `parts` runs of its rows, as equal as can be. Views.
std::vector<Batch> splitRows(const Batch& batch, std::int64_t parts);

/// Forward and backward pass of a batch whose rows are split over a team (data parallelism within a batch). Adds
/// `share` times the gradient of the batch's loss to the store's and gives `share` times that loss, detached. Parts
/// count by what they weigh in the mean and are added in their order, so that the bits depend on the number of blocks,
/// and not on how many threads share them. `phases` may be null.
at::Tensor addSplitGradients(BatchTeam& team, const Objective& objective, const Batch& batch,
                             const ForwardOptions& options, double share, StepPhases* phases);

/// Into how many blocks of rows a batch is cut where the user does not say: as many as cores that a run may use (and
/// rows) where a training step is work enough, else 1. A rule and no timing, so that the same command gives the same
/// bits on a busy and on an idle machine. `parameters`: of the model; `steps`: of the first batch.
std::int64_t rowBlocks(const TrainPlan& plan, std::int64_t parameters, std::int64_t steps);

/// A team where the switch split-batch is on and can do something with so many blocks; else null, and LibTorch's own
/// threads are so many. `threads` share the blocks; 0: as many.
std::unique_ptr<BatchTeam> makeTeam(const TrainPlan& plan, std::int64_t blocks,
                                    const HostMemoryAccount* memory = nullptr, std::int64_t threads = 0);

/// The team whose threads are as many as is fastest now, see chooseThreads; the blocks are given. `step` says how many
/// seconds a step took with the team that `team` holds then.
void chooseTeam(const TrainPlan& plan, std::int64_t blocks, const HostMemoryAccount* memory,
                std::unique_ptr<BatchTeam>& team, const std::function<double()>& step);

}  // namespace gatelab
