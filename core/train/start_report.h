// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "observe/metric_tap.h"
#include "plan/train_plan.h"
#include "ranks/rank_exchange.h"
#include "train/start_choice.h"

#include <cstdint>

namespace gatelab {

/// What the run is made of, once that is known, and what is doubtful about it before the first step of all.
void reportStart(const TrainPlan& plan, RunPlanInfo planned, std::int64_t step, bool isNew, const LinearStart& start,
                 const Batcher& batcher, RunReporter& reporter, RankExchange* ranks);

}  // namespace gatelab
