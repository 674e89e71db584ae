// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/engine.h"
#include "worker/console.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace gatelab::worker {

/// Number of SIGINT and SIGTERM so far. The first SIGINT stops a run cleanly; a second one, and SIGTERM, leave at once with a checkpoint.
extern std::atomic<int> signalCount;
void installSignals();

/// How a run that was followed to its end ended.
struct RunOutcome {
    RunState state = RunState::Failed;
    ErrorCode code = ErrorCode::Internal;
    std::string why;
    std::vector<TestScore> scores;
};

/// Starts a run and follows it on the calling thread, printing as asked. Signals stop it; it is kept. `watch` sees every event.
Result<RunOutcome> followRun(Engine& engine, RunRequest request, RunPrinter& printer, const std::function<void(const RunEvent&)>& watch = {});
/// The exit code of an outcome.
int exitCode(const RunOutcome& outcome);

}  // namespace gatelab::worker
