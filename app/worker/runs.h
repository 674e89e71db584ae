// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/engine.h"
#include "worker/output/console.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace gatelab::worker {

/// Number of SIGINT and SIGTERM so far. The first SIGINT stops a run cleanly; a second one, and SIGTERM, leave at once
/// with a checkpoint.
extern std::atomic<int> signalCount;
void installSignals();
/// Whether they asked to leave at once.
bool leaveAsked();

/// How a run that was followed to its end ended.
struct RunOutcome {
    RunState state = RunState::Failed;
    ErrorCode code = ErrorCode::Internal;
    std::string why;
    std::vector<TestScore> scores;
};

/// Allows this process no more address space (RLIMIT_AS) than the settings say (memory_limit), so that a run that takes
/// too much ends in words before the machine swaps; once, when the engine is open and has said which device the run
/// would use. A lower limit from outside stays. OutOfMemory when the process has more already. Not for a run on a GPU,
/// which is told on stderr and greyed in the form: CUDA reserves address space for all memory there is, used or not.
Result<> limitMemory(const ExperimentConfig& config, const EngineInfo& info);

/// How long a checkpoint that cannot be written is waited for; then the run fails with the cause, and its record is
/// that of an interrupted one.
inline constexpr std::chrono::seconds kDiskPatience{600};

/// Who wants to know more of a run than is printed. Empty members: nothing.
struct RunWatch {
    std::function<void(const RunEvent&)> event = {};  ///< every one
    std::function<void(double share)> look = {};      ///< again and again: how much of the plan is done
    std::chrono::seconds diskPatience = kDiskPatience;
};
/// Starts a run and follows it on the calling thread, printing as asked. Signals stop it; it is kept.
Result<RunOutcome> followRun(Engine& engine, RunRequest request, RunPrinter& printer, const RunWatch& watch = {});
/// The exit code of an outcome.
int exitCode(const RunOutcome& outcome);

}  // namespace gatelab::worker
