// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/engine.h"
#include "store/workspace.h"

#include <string>

namespace gatelab::worker {

struct KeptTraining {
    RunSummary summary;
    double processor = 0;  ///< seconds of all threads
};
/// Trains one experiment to its end as a run of the workspace with this tag, and says nothing of it. A loss that is no
/// number ends the run and is no error; Cancelled: a signal came.
Result<KeptTraining> trainKept(Engine& engine, Workspace& workspace, const ExperimentConfig& config,
                               const std::string& tag);

}  // namespace gatelab::worker
