// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/epoch_work.h"
#include "run/run_event.h"
#include "session/engine.h"

namespace gatelab {

/// How long one epoch of this experiment will train, from the first steps of a run that nothing is kept of. Blocks
/// until they are done; Cancelled when progress says stop. The forecast that the run itself makes with its first steps
/// is the same measurement. maxThreads: as in RunRequest.
struct MeasuredEpoch {
    EpochTime time;
    RunPlanInfo plan;
};
Result<MeasuredEpoch> measureEpoch(Engine& engine, ExperimentConfig config, std::shared_ptr<const Dataset> data,
                                   const Progress& progress, std::int64_t maxThreads = 0);
/// Its time alone.
Result<EpochTime> measureEpochTime(Engine& engine, ExperimentConfig config, std::shared_ptr<const Dataset> data,
                                   const Progress& progress, std::int64_t maxThreads = 0);

}  // namespace gatelab
