// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/outside/external_score.h"
#include "session/engine.h"

#include <filesystem>

namespace gatelab {

/// What scoreBesideManyRun() needs of a run of many series.
struct ManyRun {
    std::filesystem::path folder;
    ExperimentConfig config;  ///< with the columns by name and the data that it is read from
    std::shared_ptr<const Dataset> data;
    std::int64_t seasonality = 0;  ///< rows; 0: of each series the one that is found
};

/// The forecasts of a file beside those of a run of many series and the simple methods: of each series that the file
/// names, at the origins in its validation and test rows that the file has too. Simple methods learned from the
/// training rows of their own series. Adaptive or split intervals are made of the errors of the series' own windows
/// before the first origin; `method` Head: what the run's head says. InvalidInput: no origin is the run's. Cancelled.
/// Blocks; the engine's thread rules are Engine::forecast's.
Result<ExternalScore> scoreBesideManyRun(const ManyRun& run, const PlacedForecasts& placed, IntervalMethod method,
                                         Engine& engine, const Progress& progress);

}  // namespace gatelab
