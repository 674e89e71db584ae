// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <filesystem>

/// The process that carries out the study of a workspace (sweep.json, store/saved_sweep.h): "gatelab-worker sweep
/// --continue". A window keeps the study with keepSweep(), starts this, and reads how far it is in the runs
/// (verdict/study_trials.h). It outlives the window; started again after its end or a kill, it goes on.
namespace gatelab {

/// The lock that it holds: one process at a time.
std::filesystem::path studyLock(const std::filesystem::path& workspace);
/// Whether a process (of a window or a terminal) carries the workspace's study out now.
bool studyWorkerRuns(const std::filesystem::path& workspace);
/// Starts it; its process id. What it says stands in the file studyWorkerLog(workspace). Busy while one runs.
Result<int> startStudyWorker(const std::filesystem::path& workspace);
std::filesystem::path studyWorkerLog(const std::filesystem::path& workspace);
/// As Ctrl+C does: no more trials begin, those that train are saved and go on with the next start. Returns at once.
/// NotFound: none runs.
Result<> stopStudyWorker(const std::filesystem::path& workspace);

}  // namespace gatelab
