// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecasts/heldout_forecast.h"

#include "runs/run_controller.h"
#include "store/checkpoint.h"
#include "store/record/run_folder.h"

namespace gatelab {

std::optional<ForecastRequest> testForecast(const RunController& runs, const QString& runId, std::int64_t horizon) {
    /// Horizons that the recursive forecast runs for.
    constexpr std::int64_t kClosedLoopHorizons = 10;
    const auto workspace = runs.workspace();
    const RunSummary* run = runs.findRun(runId);
    if (!workspace || !run) return std::nullopt;
    ForecastRequest request;
    request.runFolder = runFolderIn(workspace->folder(), run->id);
    request.closedLoopSteps = kClosedLoopHorizons * horizon;
    if (CheckpointStore(request.runFolder).list().empty()) return std::nullopt;
    return request;
}

}  // namespace gatelab
