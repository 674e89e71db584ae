// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/continuation.h"
#include "step/training_state.h"

namespace gatelab {

/// See Engine::prepare.
Result<PreparedContinuation> prepareContinuation(const Continuation& continuation);

/// So many epochs beyond those begun: the plan is longer, a limit of steps is lifted, the patience of an early stop
/// that was used up begins anew. Nothing else changes: the state is that of a run with the longer plan.
void extendPlan(TrainingState& state, std::int64_t moreEpochs, std::int64_t begun = 0);

/// The state at its best step, with the best weights as those that are trained. A state of a later step has no
/// optimiser for them: it begins anew, and the next epoch from its first batch. False: it is of that very step, or has
/// no best weights, and is as it was.
bool goToBest(TrainingState& state);

/// The state with the settings of a branch. It is a run of its own: the best so far and the patience of an early stop
/// begin anew. So does what a changed setting makes meaningless; all else goes on: the optimiser's state with another
/// optimiser or precision, the epoch in progress with other batches, the plateau with other data or another loss.
void branchTo(TrainingState& state, const ExperimentConfig& config);

}  // namespace gatelab
