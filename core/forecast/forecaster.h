// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "forecast/saved_model.h"
#include "run/packed_forecast.h"

namespace gatelab {

/// Forecasts of a kept run with its best weights. Blocks. LibTorch's exceptions pass through.
Result<ForecastSet> makeForecastSet(const ForecastRequest& request, const Progress& progress);
/// The same of a series with a packed network, held against the run's own.
Result<PackedForecast> makePackedForecast(const ForecastRequest& request, const PackedNetwork& network,
                                          const Progress& progress);

}  // namespace gatelab
