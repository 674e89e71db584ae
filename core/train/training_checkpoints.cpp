// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/training_checkpoints.h"

#include "train/stop_with_error.h"

#include <chrono>
#include <filesystem>

namespace gatelab {

namespace {

constexpr auto kDiskPatience = std::chrono::seconds(2);  // between two looks at a full disk
constexpr double kEpochSaveSeconds = 1;  // epochs after the first that are shorter than this share a checkpoint

}  // namespace

std::optional<CheckpointReason> TrainingCheckpoints::due(bool epochEnded, std::int64_t everySeconds) const {
    const double since = position_.seconds() - lastSave_;
    const bool neverSaved = lastSave_ == 0;  // what is killed early has its first epoch
    if (epochEnded && (neverSaved || since >= kEpochSaveSeconds)) return CheckpointReason::Epoch;
    if (since >= static_cast<double>(everySeconds)) return CheckpointReason::Time;
    return std::nullopt;
}

void TrainingCheckpoints::keep(const TrainingState& state, CheckpointReason reason, double began) {
    lastSave_ = began;
    auto saved = save_(state, reason, bestUnsaved_);
    // Nobody waits for a folder that was removed, and an end that kept nothing is no good one.
    const RunRecord* record = reporter_.record();
    if (std::error_code ignored; !saved.ok() && record != nullptr &&
                                 !std::filesystem::exists(record->folder(), ignored) &&
                                 reason != CheckpointReason::Failure)
        throw StopWithError{saved.error()};
    if (!saved.ok()) saved = waitForDisk(state, reason, saved.error());
    unsaved_ = !saved.ok();
    if (saved.ok())
        bestUnsaved_ = false;
    else
        reporter_.event(position_.event(
            RunWarning{{GATELAB_TEXT("RunEvent", "no checkpoint was written: %1; what was saved before is kept"),
                        {saved.error().phrase}},
                       saved.error().code}));
}

// The run stands still until the state is on the disk: what it has learnt since the last checkpoint must not hang on
// luck. An end is never held up, nor a second stop.
Result<> TrainingCheckpoints::waitForDisk(const TrainingState& state, CheckpointReason reason, Error problem) {
    const bool isUrgent =
        reason == CheckpointReason::Close || reason == CheckpointReason::Failure || reason == CheckpointReason::Pause;
    if (isUrgent || diskGivenUp_ || control_.pauseRequested()) return problem;
    const int stops = control_.stops();
    const auto ended = [&] { return control_.abandonRequested() || control_.stops() != stops; };
    const bool wasRunning = clock_.running();
    clock_.pause();
    Result<> saved = problem;
    for (bool isNews = true; !saved.ok() && !ended();) {
        if (isNews) {
            reporter_.event(
                position_.event(RunWarning{{kWaitsForDisk, {saved.error().phrase}}, saved.error().code, true}));
            control_.pause(true);
            position_.postState(reporter_, RunState::Paused);
        }
        control_.waitForWord(kDiskPatience);
        isNews = !control_.pauseRequested();
        saved = save_(state, reason, bestUnsaved_);
    }
    diskGivenUp_ = !saved.ok();  // who stops a run that says why it waits has heard it: the end does not wait once more
    control_.pause(false);
    if (wasRunning) clock_.resume();
    position_.postState(reporter_, RunState::Running);
    return saved;
}

}  // namespace gatelab
