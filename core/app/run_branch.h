// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/engine.h"
#include "store/workspace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// How a kept run goes on: longer, or as another run. Everything here blocks for file access and trains nothing: resume
/// the record that comes back.
namespace gatelab {

/// A run that goes on beyond its plan.
struct ExtendedRun {
    std::unique_ptr<RunRecord> record;
    /// What was noted in the record: the longer plan, and what it means for the schedule
    std::vector<RunEvent> events;
};
/// So many epochs beyond those begun; `startAnyway`: also when the forecast of its memory is far above what is free. On
/// failure the run is as it was. Busy while it trains.
Result<ExtendedRun> extendRun(Engine& engine, Workspace& workspace, const std::string& runId, std::int64_t moreEpochs,
                              bool startAnyway = false);

/// A place in a run to go on from: its last checkpoint, the best weights at the step at which they were best, or a step
/// of which either is kept.
struct BranchPoint {
    std::filesystem::path folder;
    bool atBest = false;  ///< not where the checkpoint stands, but at the best weights that it keeps
    std::int64_t step = 0, epochsBegun = 0;
    ExperimentConfig config;  ///< with the changes that were made while the run went on
};
/// By name: "last", "best" or the step. NotFound lists those that are there.
Result<BranchPoint> findBranchPoint(const std::filesystem::path& runFolder, const std::string& checkpoint);

/// A new run whose parent is the old one: it goes on from the parent's checkpoint with settings of its own.
struct BranchRequest {
    std::string parent;
    std::string checkpoint = "last";         ///< "last", "best" or a step
    std::optional<ExperimentConfig> config;  ///< none: those of the checkpoint
    /// Beyond those begun at the checkpoint; 0: to the end of the settings' plan
    std::int64_t moreEpochs = 0;
    std::int64_t number = 0;  ///< that it was given while it waited; 0: the next one
};
Result<std::unique_ptr<RunRecord>> branchRun(Engine& engine, Workspace& workspace, const BranchRequest& request);

}  // namespace gatelab
