// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/study.h"
#include "store/saved_sweep.h"
#include "verdict/trained_seeds.h"
#include "worker/group_options.h"
#include "worker/options.h"
#include "worker/runs.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gatelab::worker {

/// What "sweep" was given.
struct SweepOptions {
    ExperimentOptions experiment;
    WorkspaceOptions workspace;
    GroupOptions group;
    std::vector<std::string> vary;
    std::filesystem::path list, optunaFile;
    std::string search = "grid", budgetText;
    std::int64_t trials = 0;
    std::int64_t seeds = 1, drawSeed = 1, confirm = 0, diskWait = kDiskPatience.count();
    bool json = false, quiet = false, dryRun = false, oneByOne = false, known = false, goesOn = false, joins = false;
    double since = 0;
    std::string jobProfile;
};

/// What is to be trained: a study, or runs that are known beforehand.
struct AskedSweep {
    ExperimentConfig base;
    std::shared_ptr<const Dataset> data;
    std::optional<Study> study = {};
    SweepRuns planned = {};
};

/// As the words say it; InvalidInput where they contradict each other or an experiment of it cannot be trained.
Result<AskedSweep> givenSweep(const SweepOptions& options);
/// The newest sweep of the workspace; NotFound: there is none.
Result<SavedSweep> keptSweep(const SweepOptions& options);
/// That sweep, with what is given for this part of it; `options` then are as that sweep needs them.
Result<AskedSweep> goneOnWith(SweepOptions& options);
/// The data of all that a sweep trains; null where a setting of it names other data, which are read by it.
std::shared_ptr<const Dataset> commonData(const AskedSweep& asked);
/// The runs of the workspace where they count; of one that is not there yet, none.
Result<TrainedSeeds> knownRuns(const SweepOptions& options);
/// Says how many of all are trained already, where there are any.
void printKnown(const SweepOptions& options, std::size_t known, std::size_t all);
/// "learning_rate=0.003 seed=2": in what it differs from the base.
std::string labelIn(const ExperimentConfig& base, const ExperimentConfig& config);

}  // namespace gatelab::worker
