// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/backtest/dropout_ahead.h"
#include "replay/backtest/rolling_origins.h"

/// Found by makeBacktest with dlsym.
extern "C" __attribute__((visibility("default"))) void gatelab_make_backtest(const gatelab::BacktestRequest& request,
                                                                             const gatelab::BacktestWatch& watch,
                                                                             gatelab::Result<gatelab::Backtest>& made) {
    try {
        made = gatelab::rollingOrigins(request, watch);
    } catch (const std::exception& problem) {
        made = gatelab::Error{
            gatelab::ErrorCode::Internal,
            {GATELAB_TEXT("Backtest", "the backtest stopped: %1; the run is unchanged"), {problem.what()}}};
    }
}

/// Found by forecastDropout likewise.
extern "C" __attribute__((visibility("default"))) void gatelab_forecast_dropout(
    const std::filesystem::path& runFolder, const std::shared_ptr<const gatelab::Dataset>& data, std::int64_t samples,
    gatelab::Result<gatelab::NormalAhead>& made) {
    try {
        made = gatelab::dropoutAhead(runFolder, data, samples);
    } catch (const std::exception& problem) {
        made = gatelab::Error{
            gatelab::ErrorCode::Internal,
            {GATELAB_TEXT("Training", "the forecast stopped: %1; the run is unchanged"), {problem.what()}}};
    }
}
