// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "run/forecast_set.h"
#include "step/objective.h"

namespace gatelab {

/// What the network answers to the sequences of one part, and its scores beside what needs no network. Blocks.
Result<ForecastSet> answerSequences(const TrainPlan& plan, const Objective& objective, ExamplePart part,
                                    const Progress& progress);

/// The answers alone. Cancelled: the progress said so.
Result<SequenceAnswers> sequenceAnswers(const TrainPlan& plan, const Objective& objective, ExamplePart part,
                                        const Progress& progress);

}  // namespace gatelab
