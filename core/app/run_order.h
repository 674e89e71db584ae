// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/training_place.h"
#include "session/engine.h"
#include "store/run_queue.h"
#include "store/workspace.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

/// An order to train, as window, queue, groups, lessons and commands give it: a new run, a branch of one that is there
/// (`branchFrom`), or one that goes on (`resume`).
struct RunOrder {
    ExperimentConfig config = {};              ///< of a new run and of a branch; one that goes on has its own
    std::shared_ptr<const Dataset> data = {};  ///< of a new run, as it was checked; null: read from the settings
    std::string parent = {};                   ///< id of the run that it repeats or branches from; empty: none
    double epochSeconds = 0;                   ///< of training per epoch as forecast; the run scores it; 0: none
    std::filesystem::path startWeights = {};   ///< of a new run: safetensors with PyTorch's names; empty: drawn
    bool stepsOnce = false;                    ///< makes one step, then it is paused
    std::string name = {};                     ///< of a new run; empty: the settings', else the model's
    std::int64_t number = 0;                   ///< that it was given while it waited; 0: the next one
    std::string branchFrom = {};               ///< checkpoint of the parent: "last", "best" or a step; empty: no branch
    std::string resume = {};                   ///< id of the run that goes on from its newest good checkpoint
    std::int64_t moreEpochs = 0;  ///< beyond those begun, of a branch or one that goes on; 0: to the end of its plan
    bool startAnyway = false;     ///< also where it seems to need far more memory than is free
    /// Where its ranks compute; the settings of a new run or branch are placed there already (placedAt). Null: all on
    /// this machine, as the settings say
    std::shared_ptr<const TrainingPlace> place = {};

    [[nodiscard]] bool isNew() const { return branchFrom.empty() && resume.empty(); }
};

RunOrder orderOf(const QueuedRun& queued);

/// A new run's settings, data, weights and hosts are checked as its start would; what was read and prepared for that
/// stays with the order. The others are checked as they are opened. Blocks; off the GUI thread.
Result<> check(Engine& engine, RunOrder& order);

/// A run that can start.
struct OpenedRun {
    RunRequest request;            ///< for Engine::start; its record is open, or null: nothing is kept
    std::vector<RunEvent> events;  ///< noted in the record as it was made longer
};
/// The one way from an order to a run that can start. One that is to go on is refused before it is opened where its
/// data are missing, unreadable or others, or where there is no room for a checkpoint. A new one is kept in the
/// workspace; without one (null) it has no record. On failure no new run is kept, and one that was to go on is as it
/// was. Trains nothing. Blocks; off the GUI thread.
Result<OpenedRun> openRun(Engine& engine, Workspace* workspace, const RunOrder& order);

}  // namespace gatelab
