// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/group_runs.h"
#include "worker/sweep/sweep_request.h"

namespace gatelab::worker {

/// Trains nothing: says how many runs there would be (of a study: at most, as if they were drawn), how long they would
/// train, measured now, and how much memory they would take. The exit code.
int dryRun(const SweepOptions& options, Engine& engine, const AskedSweep& asked, const TrainedSeeds& known);

}  // namespace gatelab::worker
