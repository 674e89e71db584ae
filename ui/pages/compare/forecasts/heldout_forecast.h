// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/engine.h"

#include <QString>
#include <cstdint>
#include <optional>

namespace gatelab {

class RunController;

/// What the engine is asked for the test part of a kept run, closed loop over some horizons of `horizon` steps; none:
/// the run is not listed or has no checkpoint. Looks into the run's folder.
std::optional<ForecastRequest> testForecast(const RunController& runs, const QString& runId, std::int64_t horizon);

}  // namespace gatelab
