// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "run/timeline.h"
#include "session/engine.h"
#include "store/workspace.h"

#include <cstdint>

namespace gatelab {

/// The timeline of a run that nobody trains: it is begun once more with the same settings, in a folder of its own that
/// goes again, until so many steps are recorded. Nothing of the run is changed. Blocks; call it from a job thread.
Result<Timeline> recordTimeline(Engine& engine, const RunSummary& run, std::int64_t steps, const Progress& progress);

}  // namespace gatelab
