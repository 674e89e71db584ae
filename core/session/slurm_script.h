// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/cluster_profiles.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gatelab {

/// Exit codes of a job's script that are none of gatelab-worker's.
inline constexpr int kModulesMissing = 124, kProgramMissing = 127, kProgramRefused = 126;

/// What one job trains: kept runs of a workspace, one, or a task of an array for each; or, where there are none, the
/// trials of its study, which each of `searchers` tasks asks for until the budget is used up.
struct SlurmTasks {
    std::filesystem::path workspace;  ///< as the nodes see it, too: on a shared disk
    std::filesystem::path folder;     ///< script and output
    std::vector<std::string> runs;    ///< ids
    std::int64_t atOnce = 0;          ///< tasks of the array at a time; 0: as many as Slurm likes
    std::int64_t searchers = 0;
    std::int64_t ranks = 1;  ///< of each run; where the profile has several nodes they share them, at least one each
};

/// The script (bash) of such a job. It starts "gatelab-worker resume RUN" and tells job.log of the run what happens
/// (store/run_job.h), or "gatelab-worker sweep --join", whose job.log stands in the folder. SIGUSR1, which Slurm sends
/// some time before the limit, and SIGTERM (limit reached, pre-emption, scontrol requeue, scancel) become a SIGTERM to
/// the program, which saves; then the script requeues the job unless Slurm does or it was cancelled. Two lives in turn
/// that save nothing are the last.
std::string slurmScript(const ClusterProfile& profile, const SlurmTasks& tasks);

}  // namespace gatelab
