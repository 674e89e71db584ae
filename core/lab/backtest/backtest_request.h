// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"
#include "lab/backtest/backtest.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace gatelab {

/// What to test.
struct BacktestRequest {
    std::filesystem::path runFolder;
    std::string run;                      ///< id
    std::shared_ptr<const Dataset> data;  ///< null: loaded from the run's settings
    BacktestPlan plan;
    std::vector<std::filesystem::path> members = {};  ///< folders of plan.ensemble
    Backtest known = {};                              ///< to go on from, where its plan and weights are the same
    std::int64_t maxThreads = 0;                      ///< 0: those that this process may use; no figure depends on it
};
/// Told again and again, by one thread at a time: what is done, and which share of the work; false ends it.
using BacktestWatch = std::function<bool(const Backtest& backtest, double share)>;

}  // namespace gatelab
