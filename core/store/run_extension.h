// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <cstdint>
#include <vector>

namespace gatelab {

/// One time at which a run was made longer.
struct RunExtension {
    std::int64_t step = 0, epochsBegun = 0;
    std::int64_t epochs = 0;  ///< of the plan from then on
};

/// Where the run was made longer, if a run that is planned so long from its start would train otherwise: a schedule
/// spans the plan, patience had ended it, or a limit of steps had cut an epoch. None: the longer plan makes the same
/// run.
std::vector<RunExtension> runExtensions(const RunSummary& run);
/// The settings as they were asked for: before the plan was made longer, and before the run settled any by itself.
ExperimentConfig firstSettings(const RunSummary& run);
/// Whether the run settled it by itself before its first step, and no person changed it.
bool isSettledAtStart(const RunChange& change);

}  // namespace gatelab
