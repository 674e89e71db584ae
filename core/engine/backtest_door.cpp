// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/backtest/rolling_origins.h"

/// Found by makeBacktest with dlsym.
extern "C" __attribute__((visibility("default"))) void gatelab_make_backtest(
    const gatelab::BacktestRequest& request, const gatelab::BacktestWatch& watch,
    gatelab::Result<gatelab::Backtest>& made) {
    try {
        made = gatelab::rollingOrigins(request, watch);
    } catch (const std::exception& problem) {
        made = gatelab::Error{
            gatelab::ErrorCode::Internal,
            {GATELAB_TEXT("Backtest", "the backtest stopped: %1; the run is unchanged"), {problem.what()}}};
    }
}
