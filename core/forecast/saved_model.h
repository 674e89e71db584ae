// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nn/model.h"
#include "plan/train_plan.h"
#include "store/run_weights.h"

#include <memory>

namespace gatelab {

/// The network of a kept run with these of its weights, on the plan's machine. The caller holds LibrarySettings for as
/// long as it is used.
Result<std::unique_ptr<Model>> loadSavedModel(const TrainPlan& plan, const RunWeights& weights);

}  // namespace gatelab
