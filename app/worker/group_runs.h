// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run_order.h"
#include "app/training_group.h"
#include "worker/runs.h"

#include <cmath>
#include <memory>
#include <optional>
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
    double validation = NAN;     ///< best validation loss
    double seconds = 0;          ///< of training
    std::int64_t stoppedAt = 0;  ///< epoch at which a search stopped it; 0: it did not
    std::vector<TestScore> scores = {};
    std::string unit = {}, testAbsent = {};
};

/// Where the runs of a group come from, one after the other, and who is asked whether one goes on.
class RunSupply {
public:
    struct Supplied {
        RunOrder order;
        std::string label;  ///< "learning_rate=0.003 seed=2": what sets it apart; empty: its seed
    };
    virtual ~RunSupply() = default;
    /// The next one; it has the next place, from 0. Nothing: none now; asked again once a run has ended.
    virtual std::optional<Supplied> next() = 0;
    /// How many there will be; 0: not known.
    [[nodiscard]] virtual std::size_t total() const = 0;
    /// How much of all is done, 0 to 1; NaN: as the runs say.
    [[nodiscard]] virtual double share() const { return NAN; }
    /// Each follows from those before: one is asked for only when there is room for it, and the first Ctrl+C leaves
    /// those that train with a checkpoint, from which they go on.
    [[nodiscard]] virtual bool learns() const { return false; }
    /// The one that next() gave last finds no room now. True: the supply has it again; it is asked again later.
    virtual bool takesBack() { return false; }
    virtual void begun(std::size_t place, const GroupRunEnd& run);
    /// False: it is stopped, its best weights are tested and kept.
    virtual bool goesOn(std::size_t place, std::int64_t epoch, double validation);
    /// Before it is told; what the supply knows of it may be added.
    virtual void ended(std::size_t place, GroupRunEnd& end);
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
/// The same for runs that are asked for one by one.
std::vector<GroupRunEnd> trainSupply(Engine& engine, RunSupply& supply, const GroupTraining& how);

/// That of one run by itself, whatever signal came meanwhile: done, failed, or 130 where it goes on later.
int exitCode(const GroupRunEnd& end);
/// The exit code of a group: that of the first failure, else 130 after a signal.
int exitCode(const std::vector<GroupRunEnd>& ends);

}  // namespace gatelab::worker
