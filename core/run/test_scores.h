// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/baselines.h"
#include "run/run_event.h"

#include <string>
#include <vector>

namespace gatelab {

/// Appends every score of the table that forecasts have, as `method` on `scale` ("original" or "standardised").
void addScores(const std::string& method, const std::string& scale, const ForecastScores& values, std::vector<TestScore>& all);

}  // namespace gatelab
