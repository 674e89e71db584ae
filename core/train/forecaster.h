// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/engine.h"

namespace gatelab {

/// Forecasts of a kept run with its best weights. Blocks. LibTorch's exceptions pass through.
Result<ForecastSet> makeForecastSet(const ForecastRequest& request, const Progress& progress);

}  // namespace gatelab
