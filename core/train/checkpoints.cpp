// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/checkpoints.h"

#include "config/config_io.h"

namespace gatelab {

CheckpointContents checkpointContents(const TrainingState& state, CheckpointReason reason, bool best) {
    return {stateToFile(state), configToJson(state.config), state.counters.step, state.counters.epoch, reason, best,
            state.finite};
}

Result<> CheckpointKeeper::save(const TrainingState& state, CheckpointReason reason, bool best) {
    const CheckpointContents contents = checkpointContents(state, reason, best);
    if (RunRecord* record = reporter_.record()) reporter_.check(record->flush());
    const auto saved = CheckpointStore(folder_).save(contents);
    if (!saved.ok()) return saved.error();
    reporter_.event({SavedCheckpoint{saved->folder.filename().string(), reason}, contents.step, contents.epoch,
                     state.counters.seconds});
    return {};
}

Result<LoadedState> loadTrainingState(const std::filesystem::path& path) {
    std::error_code ignored;
    const bool isRun = std::filesystem::is_directory(path / "checkpoints", ignored);
    auto loaded = isRun ? CheckpointStore(path).newestGood() : CheckpointStore::loadFolder(path);
    if (!loaded.ok()) return loaded.error();
    auto state = stateFromFile(std::move(loaded->contents.tensors));
    if (!state.ok()) return state.error().withContext(loaded->info.folder.string());
    return LoadedState{std::move(*state), std::move(loaded->warnings)};
}

}  // namespace gatelab
