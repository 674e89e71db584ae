// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/backtest/backtest_request.h"

namespace gatelab {

/// Forecasts from every origin of the plan, in this process (replay/backtest). Cancelled when the watch ends it; what
/// it was told until then counts. Blocks, with refits for as long as so many trainings: call it from a job thread.
Result<Backtest> makeBacktest(const BacktestRequest& request, const BacktestWatch& watch);

}  // namespace gatelab
