// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/series_forecasts.h"

#include <filesystem>
#include <vector>

namespace gatelab {

/// The table of many series as CSV: a line for each, the columns under their keys; what is not known is empty. Where
/// any says whose forecasts these are, a column "method" stands behind the name.
Result<> exportSeriesScoresCsv(const std::vector<SeriesScore>& series, const std::filesystem::path& path);

}  // namespace gatelab
