// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "run/run_event.h"
#include "train/evaluator.h"

#include <vector>

namespace gatelab {

/// Scores of a sequence task on its test part, beside what needs no network (sequence_baselines.h).
Result<std::vector<TestScore>> scoreSequences(const TrainPlan& plan, const Evaluation& test, const Progress& progress);
/// What needs no network, on some items, knowing others.
Result<std::vector<TestScore>> scoreSequenceBaselines(const SequenceSet& set, const std::vector<std::int64_t>& known, const std::vector<std::int64_t>& asked,
                                                      const Progress& progress);
/// Which class was taken for which on the test part; tasks with classes.
RunEvent confusionEvent(const TrainPlan& plan, const Evaluation& test);

}  // namespace gatelab
