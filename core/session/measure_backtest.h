// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/backtest/backtest_request.h"
#include "lab/backtest/future_choice.h"

namespace gatelab {

/// Forecasts from every origin of the plan, in this process (replay/backtest). Cancelled when the watch ends it; what
/// it was told until then counts. Blocks, with refits for as long as so many trainings: call it from a job thread.
Result<Backtest> makeBacktest(const BacktestRequest& request, const BacktestWatch& watch);

/// Mean and spread of passes with dropout over the horizon after the last row (replay/backtest/dropout_ahead.h). Blocks
/// for a moment: call it from a job thread.
Result<NormalAhead> forecastDropout(const std::filesystem::path& runFolder, const std::shared_ptr<const Dataset>& data,
                                    std::int64_t samples);

}  // namespace gatelab
