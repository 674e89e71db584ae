// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/pipeline.h"
#include "train/run_previews.h"
#include "train/trainer.h"

namespace gatelab {

/// The scores of the kept weights, which `trainer` loads, and of the baselines, into `end` and the record.
Result<> scoreRun(const PipelineInput& input, const TrainPlan& plan, Trainer& trainer, const Objective& objective,
                  const Sources& sources, const PreviewOfEpoch& preview, BatchTeam* team, RunReporter& reporter,
                  PipelineEnd& end);

}  // namespace gatelab
