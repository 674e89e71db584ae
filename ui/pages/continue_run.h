// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

class QWidget;

/// How a kept run goes on, for menus, tables and the run page alike. GUI thread.
namespace gatelab {

class ExperimentModel;
class RunController;

/// Asks for a number in a window of its own, then trains the run so many epochs beyond those begun; `started` is told, where given.
void askMoreEpochs(QWidget& above, RunController& runs, const QString& runId, std::function<void()> started);

/// Trains a new run from a checkpoint ("last", "best" or a step) of a kept one, with the settings of the Model page and as many epochs again as they say.
/// False, with a notice, while a run trains, and when the settings would change the shapes of the weights.
bool branchFrom(RunController& runs, const ExperimentModel& experiment, const QString& runId, const QString& checkpoint);

}  // namespace gatelab
