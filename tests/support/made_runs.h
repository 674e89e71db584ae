// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <cmath>
#include <cstdint>
#include <string>

namespace gatelab::test {

/// A run as a list shows it, without files: finished after its plan, called "h8" of 8 units. best: NaN: never
/// validated.
inline RunSummary endedRun(std::string id, std::int64_t hidden, std::int64_t seed = 1, double best = 0.5) {
    RunSummary run;
    run.id = std::move(id);
    run.name = "h" + std::to_string(hidden);
    run.state = RunState::Finished;
    run.config.edit().hiddenSize = hidden;
    run.config.edit().seed = seed;
    run.epochs = run.epoch = run.config->epochs;
    run.step = 10;
    run.bestValidation = best;
    run.bestEpoch = std::isnan(best) ? -1 : 1;
    return run;
}

}  // namespace gatelab::test
