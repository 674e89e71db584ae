// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "export/report/report_html.h"
#include "store/workspace.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gatelab {

class Engine;

/// Most runs that one report may hold.
inline constexpr std::size_t kMostReportedRuns = 20;

/// Of one run runDocument(), of several comparisonDocument(), as one HTML file, durably; what stood at `file` is
/// replaced when all is written. `engine` null: without forecasts. What the report could not hold, in words. NotFound:
/// a run is not there; Cancelled: nothing was written. Blocks; a job's thread.
Result<std::vector<Phrase>> writeReport(Workspace& workspace, const std::vector<std::string>& ids, Engine* engine,
                                        const ReportWording& wording, const std::filesystem::path& file,
                                        const Progress& progress = {});

}  // namespace gatelab
