// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/run_details.h"
#include "base/progress.h"
#include "base/result.h"
#include "data/windows.h"
#include "export/report/report_document.h"
#include "inspect/explanation.h"
#include "lab/backtest/backtest.h"
#include "run/forecast_set.h"
#include "store/workspace.h"

#include <optional>
#include <string>
#include <vector>

namespace gatelab {

class Engine;

/// A kept run, read whole for a report.
struct ReportedRun {
    RunSummary run;
    RunDetails details;
    std::string command;                   ///< that makes it again
    std::vector<Phrase> caveats;           ///< of the command
    std::optional<ForecastSet> answers;    ///< forecasts of its test part
    std::optional<LeakAudit> audit;        ///< of its windows
    bool isPerturbed = false;              ///< the audit has also prepared the data with other values after each border
    std::optional<Backtest> backtest;      ///< as it is kept, what is done of it
    std::optional<Importance> importance;  ///< what matters to it, as it is kept
    std::int64_t rows = 0;                 ///< of the series; 0: not known
    std::vector<std::string> columns;      ///< of the series
    std::vector<ReportLine> tracked;       ///< of an imported run its curves: trackedLines()
    /// Why forecasts or audit are missing; empty: they are there, or it is no forecast.
    std::vector<Phrase> missing;
};

/// `runs`: of the workspace, newest first. The data are read again for the audit, and `engine`, where there is one,
/// forecasts the test part; what cannot be done is told in `missing`. Of an imported run its curves alone are read.
/// Error: it was stopped. Blocks; a job's thread.
Result<ReportedRun> readReportedRun(Workspace& workspace, const RunSummary& run, std::span<const RunSummary> runs,
                                    Engine* engine, const Progress& progress = {});

}  // namespace gatelab
