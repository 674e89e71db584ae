// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "lab/backtest/backtest_request.h"
#include "lab/backtest/conformal.h"
#include "lab/outside/scored_file.h"

#include <functional>

namespace gatelab {

/// One of many series.
struct ScoredSeries {
    std::string name;
    Backtest backtest;  ///< its windows alone
};
/// What a file of forecasts came to, and what became of its rows, whole sentences.
struct ExternalScore {
    Backtest backtest;
    std::vector<Phrase> notes;
    std::vector<ScoredSeries> series = {};  ///< beside a run of many series: each by itself
};
using BacktestMaker = std::function<Result<Backtest>(const BacktestRequest&, const BacktestWatch&)>;

/// The forecasts of `file` beside those of a kept run, which is tested from the same origins by `make`. `asked`: run,
/// folder, threads, and the seasonality of its plan; `config`: of the run; `targets`: as placeForecasts() has them.
/// A run of many series is opened by the engine instead, and each method brings its intervals by `method`
/// (scoreBesideManyRun). Cancelled when the watch ends it. Blocks; any thread.
Result<ExternalScore> scoreBesideRun(const BacktestRequest& asked, const ExperimentConfig& config,
                                     const std::filesystem::path& file, const std::vector<std::string>& targets,
                                     const BacktestMaker& make, const BacktestWatch& watch,
                                     IntervalMethod method = IntervalMethod::Adaptive);

}  // namespace gatelab
