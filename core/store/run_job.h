// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// What the folder of a run tells of the cluster's job that trains it, without the cluster being asked: job.json says
/// which job it is, and job.log, to which the job's script adds a line as each thing happens, what the job came to:
///
///     1764391000 1234_5 started n1 0        seconds since 1970, job, node, how often it was requeued before
///     1764391100 1234_5 signal TERM TIMEOUT the signal, and the state in which Slurm had the job then
///     1764391101 1234_5 ended 130           exit code of gatelab-worker
///     1764391101 1234_5 requeued            by the script; "stuck": not, since two lives in turn saved nothing
///
/// Blocks for file access; any thread.
namespace gatelab {

inline constexpr const char* kJobFile = "job.json";
inline constexpr const char* kJobLog = "job.log";

struct RunJob {
    std::string id;  ///< as Slurm writes it: "1234", of a task of an array "1234_5"
    std::string profile;
    double submitted = 0;  ///< seconds since 1970 UTC
    double cancelled = 0;  ///< the same, when it was cancelled from Gatelab; 0: it was not
};

/// From one start of the job to its end; a job that is requeued has several.
struct JobLife {
    std::string node;
    int restarts = 0;    ///< how often it had been requeued before
    double started = 0;  ///< seconds since 1970 UTC
    double ended = 0;    ///< the same; 0: it goes on, or was killed with its script
    int exitCode = -1;   ///< of gatelab-worker; -1: it has not ended
    std::string signal;  ///< that the script got last ("USR1", "TERM"); empty: none
    std::string state;   ///< in which Slurm had the job then: "RUNNING", "TIMEOUT", "CANCELLED"
    bool isRequeued = false, isStuck = false;
};

struct RunJobHistory {
    RunJob job;
    std::vector<JobLife> lives;  ///< of this job, the newest last
};

/// In the place of the one before, durably.
Result<> keepJob(const std::filesystem::path& runFolder, const RunJob& job);
/// Of a run that the calling process trains as a task of a job (as Slurm's environment says: SLURM_JOB_ID, ...): which
/// job it is, and that it has begun. NotFound: the process is no task.
Result<> beginTask(const std::filesystem::path& runFolder, const std::string& profile);
/// It has ended, with an exit code of gatelab-worker.
Result<> endTask(const std::filesystem::path& runFolder, int exitCode);
/// None: the run was never a job. Corrupt where job.json cannot be used; lines of the log that make no sense (cut by a
/// full disk) are passed over.
Result<std::optional<RunJobHistory>> readJob(const std::filesystem::path& runFolder);

}  // namespace gatelab
