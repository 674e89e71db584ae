// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/backtest/backtest_request.h"

namespace gatelab {

/// Forecasts of a kept run from rolling origins, beside the baselines, on all threads; every figure is the same for any
/// number of them. Unsupported: a run that reads sequences. InvalidInput: no origin, or one that lies in what the run
/// was trained on, without a refit. Exceptions of LibTorch pass through.
Result<Backtest> rollingOrigins(const BacktestRequest& request, const BacktestWatch& watch);

}  // namespace gatelab
