// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_event.h"

#include <QString>

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
/// Starts, pauses or continues, as playAction says. One place for the button, the Space key and the menu.
void play(RunController& runs, const ExperimentModel& experiment);
/// One optimiser step; starts a run that pauses after it when none goes on.
void playStep(RunController& runs, const ExperimentModel& experiment);
/// Why a run cannot start from this experiment; empty: it can.
QString startObstacle(const ExperimentModel& experiment);

/// "running", "finished"...
QString stateLabel(RunState state);

}  // namespace gatelab
