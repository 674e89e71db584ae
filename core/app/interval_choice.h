// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "lab/backtest/conformal.h"
#include "session/engine.h"
#include "store/workspace.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Which intervals a forecast of rows to come is to have.
struct IntervalChoice {
    IntervalMethod method = IntervalMethod::Adaptive;
    std::filesystem::path workspace;
    std::string run;                         ///< id
    std::vector<std::string> ensemble = {};  ///< ids of further runs that differ in the seed
    std::int64_t samples = 50;               ///< passes with dropout
};

/// Of these runs, by their ids, those that have ended and differ from `run` in the seed alone.
std::vector<std::string> otherSeeds(std::span<const RunSummary> runs, const RunSummary& run);

/// Puts them into the place of those that the run's forecast `set` has; `request`: by which it was made. Counts stay at
/// zero or above. InvalidInput: what the method needs is not there; nothing is changed then. Blocks for as many
/// forecasts as there are runs.
Result<> chooseIntervals(Engine& engine, const IntervalChoice& choice, const ForecastRequest& request, ForecastSet& set,
                         const Progress& progress);

}  // namespace gatelab
