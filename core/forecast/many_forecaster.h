// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/baselines.h"
#include "forecast/saved_run_plan.h"
#include "run/series_forecasts.h"
#include "step/objective.h"

#include <vector>

namespace gatelab {

/// Of each of many series with a window: the scores of the forecasts on its own windows, and of every baseline there,
/// on the original scale. forecast: [window][step][target] of all windows, original scale.
std::vector<SeriesForecast> scoreMembers(const PreparedSeries& prepared, const WindowSet& windows,
                                         const std::vector<double>& forecast,
                                         const std::vector<BaselineForecast>& baselines);
/// Forecasts the `steps` rows after the last observed one of every series, into `members` by name; `kept` is of all
/// series, `objective` of its plan. What is to be said of those that cannot be forecast; Cancelled; an Error where none
/// can.
Result<Phrase> forecastMembers(const SavedRunPlan& kept, const Objective& objective, std::int64_t steps,
                               std::vector<SeriesForecast>& members, const Progress& progress);

}  // namespace gatelab
