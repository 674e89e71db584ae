// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "batch/batcher.h"
#include "forecast/saved_run_plan.h"
#include "run/forecast_set.h"
#include "step/objective.h"

namespace gatelab {

/// Forecast of any length on the prepared scale, [step][target]: each block of `horizon` steps is forecast from the
/// window that ends with the blocks before; a recursive decoder goes on by itself, so that one block is all. Inputs
/// that are no targets keep their last known value, unless the time tells them.
std::vector<double> closedLoop(const TrainPlan& plan, const Objective& objective, const DeviceSeries& series,
                               std::int64_t start, std::int64_t steps);

/// [step][target] after row `origin`, from the prepared to the original scale.
std::vector<double> invertPath(const PreparedSeries& prepared, std::int64_t origin, std::vector<double> path);

/// The forecast of the `steps` rows after the last observed one, on the original scale. InvalidInput where the last
/// window has a missing value.
Result<FutureForecast> forecastFuture(const SavedRunPlan& kept, const Objective& objective,
                                      const std::shared_ptr<const DeviceSeries>& series, std::int64_t steps);

}  // namespace gatelab
