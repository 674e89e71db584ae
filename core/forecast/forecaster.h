// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "run/forecast_set.h"

namespace gatelab {

/// Forecasts of a kept run with its best weights. Blocks. LibTorch's exceptions pass through.
Result<ForecastSet> makeForecastSet(const ForecastRequest& request, const Progress& progress);

}  // namespace gatelab
