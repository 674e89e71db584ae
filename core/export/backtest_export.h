// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/backtest/conformal.h"

#include <filesystem>

namespace gatelab {

/// One row per window, step and target: cutoff, truth, season error, the forecast of every method, and the quantiles of
/// the run by this method. Of many series the name of each, in whose rows the cutoff is.
Result<> exportBacktestCsv(const Backtest& backtest, IntervalMethod method, const std::filesystem::path& path);

}  // namespace gatelab
