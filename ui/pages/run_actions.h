// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_event.h"

#include <QString>
#include <filesystem>

namespace gatelab {

class ExperimentModel;
class RunController;

/// What the Play button does now.
enum class PlayAction { Start, Pause, Resume, ContinueRun, Nothing };

/// A run that is going on: preparing, running, paused, stopping.
bool isGoingOn(RunState state);
/// Finished or interrupted: it has weights to forecast with.
bool hasEnded(RunState state);
PlayAction playAction(const RunController& runs);
/// "Start", "Pause", "Continue".
QString playLabel(PlayAction action);
/// The run that a run of this experiment would come from; empty: none that is there.
QString parentOf(const ExperimentModel& experiment, const RunController& runs);
/// Starts, pauses or continues, as playAction says. What a started run changes of its parent is told to the log. One place for the button, the Space key and the menu.
void play(RunController& runs, const ExperimentModel& experiment);
/// A new run of this experiment that begins with the weights of a safetensors file (PyTorch's names).
void startFromWeights(RunController& runs, const ExperimentModel& experiment, const std::filesystem::path& weights);
/// One optimiser step; starts a run that pauses after it when none goes on.
void playStep(RunController& runs, const ExperimentModel& experiment);
/// Why a run cannot start from this experiment; empty: it can.
QString startObstacle(const ExperimentModel& experiment);

/// "running", "finished"...
QString stateLabel(RunState state);

}  // namespace gatelab
