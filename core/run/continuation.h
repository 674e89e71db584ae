// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// A saved state that something else shall go on from: longer, or with other settings.
struct Continuation {
    std::filesystem::path from;  ///< a checkpoint, or a run folder: its newest good one
    /// From the best weights that it keeps, at the step at which they were best
    bool atBest = false;
    std::filesystem::path into;  ///< run folder that gets the new checkpoint
    /// Settings of a branch, which keep the shapes of the weights; none: those of the state
    std::optional<ExperimentConfig> config;
    /// Beyond those begun, whatever ended the run before (plan, step limit, early stop); 0: the plan of the settings
    std::int64_t moreEpochs = 0;
    /// Epochs that the run had begun; those that no good checkpoint holds are trained again
    std::int64_t begun = 0;
};

/// What was prepared.
struct PreparedContinuation {
    std::int64_t step = 0, epoch = 0;  ///< done; begun
    double seconds = 0;
    ExperimentConfig before, after;
    std::vector<Phrase> warnings;  ///< damaged checkpoints that were passed over, an optimiser that begins anew
};

}  // namespace gatelab
