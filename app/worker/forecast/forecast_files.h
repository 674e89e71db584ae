// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/forecast_set.h"
#include "worker/forecast/kept_forecast.h"

namespace gatelab::worker {

/// Writes the files that were asked for, and says which; the forecast of rows to come is a table of its own.
Result<> writeForecasts(const ForecastOptions& options, const ForecastSet& set);

}  // namespace gatelab::worker
