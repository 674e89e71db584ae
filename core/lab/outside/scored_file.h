// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "lab/backtest/backtest.h"
#include "lab/outside/placed_forecasts.h"

namespace gatelab {

/// Forecasts of a file as a backtest, whose scores are then those of windowScores(): every method is scored at the
/// times that all models of the file forecast and nothing else. A window of each origin of each series.

/// Beside the simple methods. They learn from the first four fifths of the rows before a series' first origin; the rest
/// makes their adaptive intervals. `lookback`: of the linear one, less where there are few rows; `seasonality` 0: the
/// one that is found. Too few rows: they are left out, and `notes` say so. `each`: gets every series by itself, in the
/// order of `placed`.
Result<Backtest> besideBaselines(const PlacedForecasts& placed, std::int64_t seasonality, std::int64_t lookback,
                                 std::vector<Phrase>& notes, const Progress& progress = {},
                                 std::vector<Backtest>* each = nullptr);

/// Beside a run that was tested from those origins (BacktestPlan::origins), over the steps that both have.
/// InvalidInput: they share no window, or no target.
Result<Backtest> besideRun(const PlacedForecasts& placed, const Backtest& run, std::vector<Phrase>& notes);

/// The windows of several series as those of one, in the order of their times; methods that one of them lacks, and
/// intervals that they do not bring themselves (BacktestMethod::quantiles), are left out. Not empty.
Backtest togetherInTime(std::vector<Backtest> all);

/// Each model against the best simple method and against the run, a sentence each.
std::vector<Phrase> externalFindings(const Backtest& backtest);

}  // namespace gatelab
