// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <filesystem>
#include <string>
#include <vector>

/// The programs of Slurm on this machine: sbatch, squeue, scancel, scontrol. NotFound: they are not here. Where Slurm
/// refuses, the error quotes its own words and says what helps. Blocks until Slurm answers; any thread.
namespace gatelab::slurm {

/// A job, or a task of an array, as Slurm has it now.
struct QueuedJob {
    std::string id;      ///< "1234", of a task of an array "1234_5"; of tasks that wait together "1234_[2-11]"
    std::string state;   ///< "PENDING", "RUNNING", "COMPLETED", "FAILED", "TIMEOUT", "CANCELLED", "PREEMPTED"
    std::string reason;  ///< why it waits: "Resources", "Priority"
    std::string nodes;   ///< empty: none yet
    [[nodiscard]] bool hasEnded() const;
};

/// Hands in a script; the number of the job.
Result<std::string> submit(const std::filesystem::path& script);
/// All jobs that Slurm knows, ended ones for some minutes. One question for all of them: do not ask more often than
/// every five seconds.
Result<std::vector<QueuedJob>> jobs();
/// What "squeue --json" printed, of Slurm 22.05 (bare numbers and words) or later ({"number": ...} and lists of words).
Result<std::vector<QueuedJob>> jobsFrom(const std::string& json);
/// The job of this id, also where its task still waits together with others; null: Slurm does not know it.
const QueuedJob* findJob(const std::vector<QueuedJob>& jobs, const std::string& id);

Result<> cancel(const std::string& job);
/// Ends it where it runs (it saves) and lets it wait again.
Result<> requeue(const std::string& job);

}  // namespace gatelab::slurm
