// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run_order.h"
#include "app/training_group.h"
#include "worker/runs.h"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {
class Workspace;
}

namespace gatelab::worker {

/// How it ended. Runs that were not begun have no state.
struct GroupRunEnd {
    bool begun = false;
    bool whole = true;     ///< it was not stopped by a signal before its end
    std::string run = {};  ///< id; empty: nothing is kept
    std::int64_t number = 0;
    RunState state = RunState::Interrupted;
    ErrorCode code = ErrorCode::Internal;
    std::string why = {};
    double validation = NAN;  ///< best validation loss
    double seconds = 0;       ///< of training
    std::vector<TestScore> scores = {};
    std::string unit = {}, testAbsent = {};
};

struct GroupTraining {
    Workspace* workspace = nullptr;  ///< null: nothing is kept
    TrainingGroup::Limits limits = {};
    bool json = false, quiet = false;
    std::chrono::seconds diskPatience = kDiskPatience;
    bool repeatsFirst = false;  ///< all others are children of the first one
    /// "learning_rate=0.003 seed=2": of each run what sets it apart; missing or empty: its seed
    std::vector<std::string> labels = {};
};

/// Trains all of them (new runs), as many at once as there is room for, and returns when the last one has ended; the
/// ends stand in the order of the runs. A first Ctrl+C stops those that train (their best weights are tested and kept)
/// and begins no more; a second one, and SIGTERM, leave each with a checkpoint. Runs whose settings cannot be used fail
/// by themselves. Text: a line for each run that has ended and how far all are; JSON lines: {"group": {"runs",
/// "at_once", "run_bytes", "shared_bytes", "memory_bytes"}}, {"begun": {"member", "run", "name", "seed"}}, {"epoch":
/// {"member", "run", "epoch", "step", "validation_loss"}}, {"progress": {"runs", "done", "training", "share",
/// "seconds", "seconds_left"}} once a second, {"ended": {"member", "run", "state", "validation_loss", "seconds"}} with
/// "why" where there is a reason.
std::vector<GroupRunEnd> trainGroup(Engine& engine, const std::vector<RunOrder>& runs, const GroupTraining& how);

/// The exit code of a group: that of the first failure, else 130 after a signal.
int exitCode(const std::vector<GroupRunEnd>& ends);

}  // namespace gatelab::worker
