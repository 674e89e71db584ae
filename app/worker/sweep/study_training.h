// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/study.h"
#include "worker/group_runs.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace gatelab::worker {

/// What a study has come to: its trials, and as a report of a sweep wants them, in the same order.
struct StudyEnds {
    std::vector<StudyTrial> trials;
    std::vector<ExperimentConfig> configs;
    std::vector<GroupRunEnd> ends;
};

/// Goes on with a study from what the workspace has of it, until its budget is used up or a signal comes, which leaves
/// those that train with a checkpoint. `data`: of all trials; null: each reads its own. Fails where every trial did.
Result<StudyEnds> trainStudy(Engine& engine, const Study& study, const std::shared_ptr<const Dataset>& data,
                             const GroupTraining& how);
/// The trials that a workspace has of it, with their epochs where `withEpochs`.
Result<std::vector<StudyTrial>> trialsOf(Workspace& workspace, const Study& study, bool withEpochs);
/// 0, or that of a signal, or, where no trial has a value, of the first one that failed.
int exitCode(const StudyEnds& study);
/// "40 trials: 12 to their end, 27 stopped, 1 diverged; 310 epochs".
std::string countText(const std::vector<StudyTrial>& trials);

/// Seconds of "90", "90s", "30m", "2h", "1d"; InvalidInput where it is none of these or not above 0.
Result<double> parseSpan(const std::string& text);

}  // namespace gatelab::worker
