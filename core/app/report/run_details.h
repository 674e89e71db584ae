// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/advice/run_advice.h"
#include "app/report/epoch_rows.h"
#include "device/disturbance.h"
#include "run/alerts/alert_watch.h"
#include "run/forecast_score.h"
#include "store/workspace.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// What only the history of a run says: what it was made of, how good its forecasts are, what disturbed it, and why it
/// failed.
struct RunDetails {
    RunPlanInfo plan;
    std::vector<Disturbance> disturbances;
    RunForecastScores forecasts;
    bool resumed = false;       ///< the memory is that since the last resume
    ConfusionMatrix confusion;  ///< of the test part
    Phrase failure;             ///< empty: it did not fail
    std::vector<EpochRow> curves;
    std::optional<Advice> advice;
    std::vector<Phrase> problems;       ///< what of its record could not be read
    std::vector<TestScore> baselines;   ///< on the validation part
    std::vector<Phrase> baselineNotes;  ///< what the strong ones chose, and which were not computed
    std::vector<AlertNote> alerts;
};

/// `runs`: of its workspace, newest first, for the advice. What cannot be read is told in `problems`. Blocks for file
/// access; any thread.
RunDetails readRunDetails(const std::filesystem::path& runFolder, const RunSummary& run,
                          std::span<const RunSummary> runs);

}  // namespace gatelab
