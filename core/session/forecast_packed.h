// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/sequences/sequence_stream.h"
#include "run/packed_forecast.h"
#include "run/sample_forecaster.h"

#include <memory>

namespace gatelab {

/// Forecasts with a packed network, and what it differs from the whole one. Errors: those of Engine::forecast;
/// Unsupported of layers that cannot be packed (other cells than LSTM, GRU, tanh; peepholes, projection, zoneout);
/// Corrupt of a damaged file; InvalidInput of a file of another run. Blocks: call it from a job
/// thread.
Result<PackedForecast> forecastPacked(const PackedForecastRequest& request, const Progress& progress);
/// As Engine::openForecaster; `file` empty: INT8 of the run's own weights.
Result<std::unique_ptr<SampleForecaster>> openPackedForecaster(const std::filesystem::path& runFolder,
                                                               const std::filesystem::path& file);
/// With which weights a run reads.
struct StreamNetwork {
    bool isPacked = false;            ///< false: with the run's own, as they are
    std::filesystem::path file = {};  ///< of a packed network; empty: INT8 of the run's own weights
};
/// A run that reads sequences. Unsupported of one that forecasts a series.
Result<std::unique_ptr<SequenceStream>> openSequenceStream(const std::filesystem::path& runFolder,
                                                           const StreamNetwork& network);

}  // namespace gatelab
