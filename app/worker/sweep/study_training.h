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

/// How one of several processes carries a study out.
struct StudyShare {
    double since = 0;          ///< seconds since 1970 UTC from which the budget of time counts; 0: from now
    std::string profile = {};  ///< of a task of a cluster's job, which its runs then say; empty: it is none
};

/// Goes on with a study from what the workspace has of it, until its budget is used up or a signal comes, which leaves
/// those that train with a checkpoint. Other processes on the workspace may do the same at a time: each looks at what
/// the others have come to before it begins a trial, one after the other, and at each rung. `data`: of all trials;
/// null: each reads its own. Fails where every trial did.
Result<StudyEnds> trainStudy(Engine& engine, const Study& study, const std::shared_ptr<const Dataset>& data,
                             const GroupTraining& how, const StudyShare& share = {});
/// The trials that a workspace has of it, with their epochs where `withEpochs`.
Result<std::vector<StudyTrial>> trialsOf(Workspace& workspace, const Study& study, bool withEpochs);
/// 0, or that of a signal, or, where no trial has a value, of the first one that failed.
int exitCode(const StudyEnds& study);
/// "40 trials: 12 to their end, 27 stopped, 1 diverged; 310 epochs".
std::string countText(const std::vector<StudyTrial>& trials);

/// "40", "40 trials", "1000 epochs", "90s", "30m", "2h", "1d", and several with commas; empty: none is given.
/// InvalidInput names the part that is none of these or not above 0.
Result<SearchBudget> parseBudget(const std::string& text);

}  // namespace gatelab::worker
