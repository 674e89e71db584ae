// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_event.h"

#include <QString>
#include <filesystem>

namespace gatelab {

class ExperimentModel;
class RunController;
struct RunView;

/// What the Play button does now.
enum class PlayAction { Start, Pause, Resume, ContinueRun, Nothing };
/// Where it is pressed. Run: a page that shows a run, which goes on if it was interrupted. Settings: a page whose
/// settings a new run takes.
enum class PlayPlace { Run, Settings };

/// A run that is going on: preparing, running, paused, stopping.
bool isGoingOn(RunState state);
bool isGoingOn(const RunView& run);
/// Finished or interrupted: it has weights to forecast with.
bool hasEnded(RunState state);
PlayAction playAction(const RunController& runs, PlayPlace place = PlayPlace::Run);
/// "Start", "Pause", "Continue".
QString playLabel(PlayAction action);
/// The run that a run of this experiment would come from; empty: none that is there.
QString parentOf(const ExperimentModel& experiment, const RunController& runs);
/// Starts, pauses or continues, as playAction says. What a started run changes of its parent is told to the log. One
/// place for the buttons, the keys and the menu.
void play(RunController& runs, const ExperimentModel& experiment, PlayPlace place = PlayPlace::Run);
/// A new run of this experiment that begins with the weights of a safetensors file (PyTorch's names).
void startFromWeights(RunController& runs, const ExperimentModel& experiment, const std::filesystem::path& weights);
/// One optimiser step; starts a run that pauses after it when none goes on.
void playStep(RunController& runs, const ExperimentModel& experiment, PlayPlace place = PlayPlace::Run);
/// Why a run cannot start from this experiment; empty: it can.
QString startObstacle(const ExperimentModel& experiment);
/// Why Play can do nothing now; empty: it can, or a run is just stopping.
QString playObstacle(const RunController& runs, const ExperimentModel& experiment, PlayPlace place = PlayPlace::Run);

/// "running", "finished"...
QString stateLabel(RunState state);

}  // namespace gatelab
