// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/study.h"
#include "session/slurm.h"
#include "store/cluster_profiles.h"
#include "store/run_job.h"
#include "store/workspace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Runs of a workspace that are jobs of a cluster (Slurm): handed in, looked at, cancelled, requeued. The workspace
/// lies on a disk that the nodes see under the same path. Blocks for files and for Slurm; off the GUI thread.
namespace gatelab {

/// Hands in new runs of these settings, as one job, or as an array with a task for each; `atOnce` tasks train at a time
/// (0: as many as Slurm likes). A run that leaves its threads open takes the profile's processors. Each run is kept in
/// the workspace with its job's number before this returns; where Slurm refuses, none of them is.
Result<std::vector<RunSummary>> submitRuns(Workspace& workspace, const ClusterProfile& profile,
                                           const std::vector<ExperimentConfig>& configs, std::int64_t atOnce = 0);
/// So many tasks at a time carry it out: as asked, or 4, and not more than trials.
std::int64_t searchTasks(const Study& study, std::int64_t asked = 0);
/// Hands in the trials of a study as an array: each of `tasks` tasks asks for the next trial, trains it and asks again,
/// until the budget is used up; one that is requeued goes on with what was interrupted first. The study is the
/// workspace's newest sweep from then on (store/saved_sweep.h). The job's number. Where Slurm refuses, the sweep of
/// before is.
Result<std::string> submitSearch(Workspace& workspace, const ClusterProfile& profile, Study study, std::int64_t tasks);
/// A kept run goes on as a job. Busy while it trains or its job of before goes on.
Result<RunSummary> submitAgain(Workspace& workspace, const ClusterProfile& profile, const std::string& run);

/// A run that is or was a job.
struct ClusterRun {
    RunSummary run;
    RunJobHistory history;
    std::optional<slurm::QueuedJob>
        now;  ///< as Slurm has it; none: Slurm does not know it (any more), or was not asked
};
/// Whether it waits or trains, as far as is known.
bool isUnderWay(const ClusterRun& run);
/// "waits (Resources)", "trains on n3", "done", and of what went wrong cause and remedy.
Phrase stateOf(const ClusterRun& run);
/// The same where the run stands among others: "waiting at cluster 'gpu' (job 123)".
Phrase shownState(const ClusterRun& run);

struct ClusterRuns {
    std::vector<ClusterRun> runs;  ///< the newest first
    Phrase problem;                ///< why Slurm tells nothing; empty: it does. The folders tell what they know.
};
/// Of those that are given, or of all: asks Slurm once.
Result<ClusterRuns> clusterRuns(Workspace& workspace, std::span<const std::string> ids = {});

/// Takes the job away, and keeps that in the run's folder; the run is kept up to its last checkpoint.
Result<> cancelJob(const Workspace& workspace, const ClusterRun& run);
/// Ends the job where it trains (it saves) and lets it wait again, also one that has ended while Slurm still knows it.
Result<> requeueJob(const Workspace& workspace, const ClusterRun& run);

}  // namespace gatelab
