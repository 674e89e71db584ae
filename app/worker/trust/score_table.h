// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/outside/external_score.h"
#include "io/json/json.h"
#include "lab/backtest/backtest_scores.h"
#include "worker/output/series_table.h"

#include <vector>

namespace gatelab::worker {

/// The scores of every method of a backtest, with their 95 % by blocks of windows, as the members quantile_levels and
/// scores. `method`: how the run's intervals come about; baselines get split or adaptive ones, a file has its own.
void addScoresJson(const Backtest& backtest, IntervalMethod method, nlohmann::ordered_json& json);
/// The same as the table that backtest and score print.
void printScoreTable(const Backtest& backtest, IntervalMethod method);

/// Each of many series by itself: the scores of every method.
nlohmann::ordered_json seriesScoresJson(const std::vector<ScoredSeries>& series);
/// A line for each of the first of them, those of the file first that `table` puts first: the run, its best simple
/// method, the file. None: nothing.
void printSeriesScores(const std::vector<ScoredSeries>& series, const SeriesTable& table);
/// Every series with the run and each model of the file as lines of one table, in the order of `table`.
std::vector<SeriesScore> seriesScoreLines(const std::vector<ScoredSeries>& series, const SeriesTable& table);

}  // namespace gatelab::worker
