// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/continuation.h"
#include "train/training_state.h"

namespace gatelab {

/// See Engine::prepare.
Result<PreparedContinuation> prepareContinuation(const Continuation& continuation);

/// So many epochs beyond those begun: the plan is longer, a limit of steps is lifted, the patience of an early stop that was used up begins anew. Nothing
/// else changes: the state is that of a run with the longer plan.
void extendPlan(TrainingState& state, std::int64_t moreEpochs);

/// The state with the settings of a branch. What a changed setting makes meaningless begins anew, all else goes on: the optimiser's state with another
/// optimiser or precision, the epoch in progress with other batches, the best so far with other data or another loss.
void branchTo(TrainingState& state, const ExperimentConfig& config);

}  // namespace gatelab
