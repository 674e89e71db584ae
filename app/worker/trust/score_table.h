// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/backtest/backtest_scores.h"

#include <nlohmann/json.hpp>

namespace gatelab::worker {

/// Null for what is no number.
nlohmann::ordered_json numberOrNull(double value);
/// The scores of every method of a backtest, with their 95 % by blocks of windows, as the members quantile_levels and
/// scores. `method`: how the run's intervals come about; baselines get split or adaptive ones, a file has its own.
void addScoresJson(const Backtest& backtest, IntervalMethod method, nlohmann::ordered_json& json);
/// The same as the table that backtest and score print.
void printScoreTable(const Backtest& backtest, IntervalMethod method);

}  // namespace gatelab::worker
