// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "observe/training_position.h"
#include "run/checkpoint_reason.h"
#include "run/run_control.h"

#include <functional>
#include <optional>

namespace gatelab {

/// When the state of a training is saved, and that it comes to the disk: a full one is waited for. Owned by the
/// trainer; training thread.
class TrainingCheckpoints {
public:
    using Save = std::function<Result<>(const TrainingState&, CheckpointReason reason, bool best)>;

    /// References outlive this; the clock stands still while the disk is waited for.
    TrainingCheckpoints(Save save, const TrainingPosition& position, TrainingClock& clock, RunControl& control,
                        RunReporter& reporter)
        : save_(std::move(save)), position_(position), clock_(clock), control_(control), reporter_(reporter) {}
    /// Why one is due now; nothing: it is not. `everySeconds` of training at the latest.
    [[nodiscard]] std::optional<CheckpointReason> due(bool epochEnded, std::int64_t everySeconds) const;
    /// `began`: the training second in which the state was asked for. Throws StopWithError where the run's folder is
    /// gone.
    void keep(const TrainingState& state, CheckpointReason reason, double began);
    /// The next one has a new best.
    void noteBest() { bestUnsaved_ = true; }
    /// The last one was at this training second, in another process.
    void resumeFrom(double seconds) { lastSave_ = seconds; }
    /// The last one could not be written.
    [[nodiscard]] bool isUnsaved() const { return unsaved_; }

private:
    Result<> waitForDisk(const TrainingState& state, CheckpointReason reason, Error problem);

    Save save_;
    const TrainingPosition& position_;
    TrainingClock& clock_;
    RunControl& control_;
    RunReporter& reporter_;
    bool bestUnsaved_ = false, diskGivenUp_ = false, unsaved_ = false;
    double lastSave_ = 0;
};

}  // namespace gatelab
