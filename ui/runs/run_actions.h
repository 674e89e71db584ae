// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_event.h"

#include <QString>
#include <filesystem>

namespace gatelab {

class ExperimentModel;
class QueueController;
class RunController;
struct RunView;

/// What Space does with the open run: the one that the Train page shows, or that is just starting.
enum class PlayAction { Pause, Resume, ContinueRun, Nothing };
/// What became of a run that was asked for. Refused: a notice says why.
enum class Began { Refused, Now, Queued };

bool isGoingOn(const RunView& run);
/// Finished or interrupted: it has weights to forecast with.
bool hasEnded(RunState state);
PlayAction playAction(const RunController& runs);
/// Why pause, step and stop can do nothing with the open run; empty: they can.
QString steerObstacle(const RunController& runs);
/// The run that a run of this experiment would come from; empty: none that is there.
QString parentOf(const ExperimentModel& experiment, const RunController& runs);
/// Whether a new run begins now: no run waits before it, and nothing trains, or only a run that is paused: that one
/// makes room and can go on later.
bool trainsAtOnce(const RunController& runs, const QueueController& queue);
/// Trains these settings: now, or as the last waiting run. Never pauses what trains. What a started run changes of its
/// parent is told to the log.
Began trainSettings(RunController& runs, QueueController& queue, ExperimentModel& experiment);
/// A new run of this experiment that begins with the weights of a safetensors file (PyTorch's names).
void startFromWeights(RunController& runs, const ExperimentModel& experiment, const std::filesystem::path& weights);
/// One optimiser step of the open run, or of the interrupted one that is shown; starts a run that pauses after it when
/// none goes on.
void stepOnce(RunController& runs, const ExperimentModel& experiment);
/// Why a run cannot start from this experiment; empty: it can.
QString startObstacle(const ExperimentModel& experiment);
/// "running", "finished"...
QString stateLabel(RunState state);

}  // namespace gatelab
