// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "run/run_event.h"
#include "step/evaluator.h"

#include <vector>

namespace gatelab {

/// The targets of sequences: [sequence][target]; NaN where the data say none.
std::vector<double> trueNumbers(const TrainPlan& plan, const std::vector<std::int64_t>& sequences);
/// Scores of the model on one part of a sequence task, of what the data tell the truth of; of no truth none.
std::vector<TestScore> scoreSequences(const TrainPlan& plan, ExamplePart part, const Evaluation& evaluation);
/// Appends what needs no network (sequence_baselines.h), on some items, knowing others.
Result<> addBaselines(const SequenceSet& set, const std::vector<std::int64_t>& known,
                      const std::vector<std::int64_t>& asked, std::vector<TestScore>& scores, const Progress& progress);
/// Which class was taken for which; tasks with classes.
ConfusionMatrix confusionOf(const TrainPlan& plan, const Evaluation& evaluation);

}  // namespace gatelab
