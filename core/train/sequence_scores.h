// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_event.h"
#include "train/evaluator.h"

#include <vector>

namespace gatelab {

/// Scores of a sequence task on its test part, beside what needs no network: the most frequent class and the nearest training sequence (squared
/// distance over the shared steps and channels) for classes, the training mean for numbers.
std::vector<TestScore> scoreSequences(const TrainPlan& plan, const Evaluation& test);

}  // namespace gatelab
