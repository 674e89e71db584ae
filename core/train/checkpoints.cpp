// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/checkpoints.h"

#include "config/config_io.h"
#include "store/checkpoint.h"

namespace gatelab {

void CheckpointKeeper::save(const TrainingState& state, const std::string& reason, bool best) {
    CheckpointContents contents;
    contents.tensors = stateToFile(state);
    contents.state = configToJson(state.config);
    contents.step = state.counters.step;
    contents.epoch = state.counters.epoch;
    contents.reason = reason;
    contents.best = best;
    if (RunRecord* record = reporter_.record()) reporter_.check(record->flush());
    const auto saved = CheckpointStore(folder_).save(contents);
    RunEvent event;
    event.step = contents.step;
    event.epoch = contents.epoch;
    event.seconds = state.counters.seconds;
    event.kind = saved.ok() ? RunEvent::Kind::Checkpoint : RunEvent::Kind::Warning;
    if (saved.ok()) event.text = saved->folder.filename().string();
    else
        event.text = {GATELAB_TEXT("RunEvent", "no checkpoint was written: %1; the one before is kept and training goes on"), {saved.error().phrase}};
    if (!saved.ok()) event.code = saved.error().code;
    reporter_.event(std::move(event));
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
