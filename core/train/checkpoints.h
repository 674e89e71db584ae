// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "observe/metric_tap.h"
#include "step/training_state.h"
#include "store/checkpoint.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gatelab {

/// Writes training states of one run and says so as events. Training thread.
class CheckpointKeeper {
public:
    CheckpointKeeper(std::filesystem::path runFolder, RunReporter& reporter)
        : folder_(std::move(runFolder)), reporter_(reporter) {}
    /// After a failure the checkpoints before are safe, and the same state may be saved again.
    Result<> save(const TrainingState& state, CheckpointReason reason, bool best);

private:
    std::filesystem::path folder_;
    RunReporter& reporter_;
};

/// A state as the store keeps it.
CheckpointContents checkpointContents(const TrainingState& state, CheckpointReason reason, bool best);

/// A state from a run folder (its newest good checkpoint) or from one checkpoint folder, with what had to be passed
/// over.
struct LoadedState {
    TrainingState state;
    std::vector<Phrase> warnings;
};
Result<LoadedState> loadTrainingState(const std::filesystem::path& path);

}  // namespace gatelab
