// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/batch_team.h"
#include "train/objective.h"
#include "train/step_phases.h"

#include <memory>
#include <vector>

namespace gatelab {

/// A batch as up to `parts` runs of its rows, as equal as can be. Views.
std::vector<Batch> splitRows(const Batch& batch, std::int64_t parts);

/// Forward and backward pass of a batch whose rows are split over a team (data parallelism within a batch). Adds `share` times the gradient of the batch's
/// loss to the store's and gives `share` times that loss, detached. Parts count by what they weigh in the mean and are added in their order, so that
/// the bits depend on the number of threads and on nothing else. `phases` may be null.
at::Tensor addSplitGradients(BatchTeam& team, const Objective& objective, const Batch& batch, const ForwardOptions& options, double share, StepPhases* phases);

/// A team where the switch split-batch is on and can do something with so many threads; else null, and LibTorch's own threads are so many.
std::unique_ptr<BatchTeam> makeTeam(const TrainPlan& plan, std::int64_t threads, const HostMemoryAccount* memory = nullptr);

}  // namespace gatelab
