// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/recipe/saved_preparation.h"
#include "run/forecast_set.h"
#include "run/sample_forecaster.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace gatelab::worker {

/// The forecast of rows to come as a table: step, time where known, target, forecast, bounds of the widest interval.
/// Nothing where there is none.
void printFuture(const ForecastSet& set);
/// [{"step", "time", "target", "forecast", "intervals": [{"level", "low", "high"}]}]; empty where there is none.
nlohmann::ordered_json futureJson(const ForecastSet& set);
/// What must be known of its intervals, in sentences.
nlohmann::ordered_json intervalNotes(const ForecastSet& set);
/// Reads rows from standard input, a line with the names of the columns first, and writes a forecast after each as CSV
/// or JSON lines. Rows unlike those of the training are said once, before the first forecast where they show by then. A
/// line that cannot be read ends it with its number. Returns the exit code.
int streamForecasts(SampleForecaster& forecaster, const FittedRecipe& kept, bool json);

}  // namespace gatelab::worker
