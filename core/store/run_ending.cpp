// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_ending.h"

#include "store/workspace.h"

namespace gatelab {

bool endedEarly(const RunSummary& run) {
    return run.state == RunState::Finished && run.epoch < run.epochs && (run.config->maxSteps == 0 || run.step < run.config->maxSteps);
}

}  // namespace gatelab
