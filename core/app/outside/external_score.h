// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "lab/backtest/backtest_request.h"
#include "lab/outside/scored_file.h"

#include <functional>

namespace gatelab {

/// What a file of forecasts came to, and what became of its rows, whole sentences.
struct ExternalScore {
    Backtest backtest;
    std::vector<Phrase> notes;
};
using BacktestMaker = std::function<Result<Backtest>(const BacktestRequest&, const BacktestWatch&)>;

/// The forecasts of `file` beside those of a kept run, which is tested from the same origins by `make`. `asked`: run,
/// folder, threads, and the seasonality of its plan; `config`: of the run; `targets`: as placeForecasts() has them.
/// Cancelled when the watch ends it. Blocks; any thread.
Result<ExternalScore> scoreBesideRun(const BacktestRequest& asked, const ExperimentConfig& config,
                                     const std::filesystem::path& file, const std::vector<std::string>& targets,
                                     const BacktestMaker& make, const BacktestWatch& watch);

}  // namespace gatelab
