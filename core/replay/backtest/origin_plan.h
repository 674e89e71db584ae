// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/backtest/backtest.h"
#include "plan/train_plan.h"

namespace gatelab {

/// Which origins there are: fills plan, cutoffs, calibration windows, truth, season errors and times of a backtest.
/// `plan`: of the run, with its own split.
Result<Backtest> planOrigins(const TrainPlan& plan, const BacktestPlan& asked);

/// First rows of the windows that forecast from these cutoffs.
std::vector<std::int64_t> startsOf(const std::vector<std::int64_t>& cutoffs, std::int64_t lookback);

}  // namespace gatelab
