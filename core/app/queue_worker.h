// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/training_group.h"
#include "store/run_queue.h"
#include "store/workspace.h"

#include <filesystem>
#include <functional>

/// Training together what waits in the queue of a workspace (store/run_queue.h), in a process of its own that a window
/// starts. The process takes one run after the other from the front of the queue as there is room for them; what it has
/// not taken stays in the queue, whatever becomes of it. A window watches and steers each of the runs as one of another
/// process (attachIsolated).
namespace gatelab {

/// Whether this run of the queue may train beside others: the queue or the run says so, and it asks neither for a
/// process of its own nor, as far as `hasGpu` knows, for a GPU.
bool trainsTogether(const QueuedRun& run, const RunQueue::State& state, bool hasGpu);

/// What waits in the place of a run that gives way to one of higher priority: it goes on from its checkpoint, to equal
/// bits, in front of those of its own priority (RunQueue::giveBack).
QueuedRun waitingAgain(QueuedRun entry, const std::string& run);

/// Whether a process trains the queue of this workspace now.
bool queueWorkerRuns(const std::filesystem::path& workspace);
/// Starts it; its process id. What it says stands in the file queueWorkerLog(workspace).
Result<int> startQueueWorker(const std::filesystem::path& workspace);
std::filesystem::path queueWorkerLog(const std::filesystem::path& workspace);

/// What the process is asked to do with all that it trains.
enum class QueueCommand { GoOn, Stop, Leave };
/// That process: a run that waits and finds no room while one of lower priority trains takes that one's place
/// (waitingAgain). Returns when the first run that waits is none for it, or the queue is empty or paused, and all that
/// it began have ended. A run that is refused stays in the queue, which is paused, and is the error that comes back
/// after the others have ended. Busy when another process does the same.
Result<> trainQueue(Engine& engine, Workspace& workspace, const TrainingGroup::Limits& limits,
                    const std::function<QueueCommand()>& word);

}  // namespace gatelab
