// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "run/run_event.h"
#include "train/evaluator.h"

#include <vector>

namespace gatelab {

/// Scores of a sequence task on its test part, beside what needs no network (sequence_baselines.h).
Result<std::vector<TestScore>> scoreSequences(const TrainPlan& plan, const Evaluation& test, const Progress& progress);

}  // namespace gatelab
