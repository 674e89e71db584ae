// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_event.h"

#include <QString>

namespace gatelab {

struct RunView;

/// What the title of the window says of a run: "Training 42 %", "Paused at 42 %", "Finished", "Stopped". `state`: of a live run, as it is now.
QString runTitle(const RunView& run, RunState state);

}  // namespace gatelab
