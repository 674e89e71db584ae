// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "run/run_event.h"

#include <QString>

namespace gatelab {

struct RunView;

/// What the title of the window says of a run: "Training 42 %", "Paused at 42 %", "Finished", "Stopped". `state`: of a
/// live run, as it is now.
QString runTitle(const RunView& run, RunState state);
/// The whole title. `run` null: none is shown, and the data that the experiment reads is named instead of the run's
/// own. `doing`: what goes on while nothing trains ("the lab measures"); an ended run that is shown steps back behind
/// it.
QString titleOf(const RunView* run, RunState state, const ExperimentConfig& experiment, const QString& doing = {});

}  // namespace gatelab
