// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "session/engine.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

/// Limits of a worker process. 0: none.
struct WorkerLimits {
    std::uint64_t memoryBytes = 0;  ///< address space; going over it ends the run with ErrorCode::OutOfMemory
    int threads = 0;
};
/// Those that the run's settings name. The CPU threads are a setting of their own, which the worker reads.
WorkerLimits workerLimits(const ExperimentConfig& config);

/// Trains the run `runId` of a workspace in a process of its own: starts gatelab-worker and follows it. The run's
/// folder must exist and must not be open for writing in this process. epochSeconds, startWeights, stepsOnce: as in
/// RunRequest. Returns at once; what goes wrong (also a crash, with the worker's last words) arrives as a Finished
/// event. Destroying the session leaves the worker running: attachIsolated finds it again.
Result<std::unique_ptr<RunSession>> startIsolated(const std::filesystem::path& workspace, const std::string& runId,
                                                  const WorkerLimits& limits = {}, double epochSeconds = 0,
                                                  const std::filesystem::path& startWeights = {},
                                                  bool stepsOnce = false);

/// Follows a worker that is already running this run. Samples and events up to wall time `since` (what the run's record
/// had) are left out. NotFound when no worker answers for it.
Result<std::unique_ptr<RunSession>> attachIsolated(const std::filesystem::path& workspace, const std::string& runId,
                                                   double since);

/// What the run of a worker process is told without following it.
enum class WorkerOrder { Pause, GoOn, Stop };
/// Whether a worker process seems to listen for this run. Looks for one name; at once.
bool hasWorker(const std::string& runId);
/// Returns when the worker has heard it, at the latest after 5 s. NotFound when none answers for the run. Blocks; call
/// it from a job thread.
Result<> tellWorker(const std::string& runId, WorkerOrder order);

/// Starts gatelab-worker with these words in a session of its own, so that it outlives this process and its terminal;
/// what it says goes behind the log. Its process id.
Result<int> spawnWorker(std::vector<std::string> words, const std::filesystem::path& log);

/// gatelab-worker beside this library or in ../bin; $GATELAB_WORKER overrides.
std::filesystem::path workerProgram();

}  // namespace gatelab
