// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/forecast_set.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>

namespace gatelab::worker {

/// Of many series: the spread of their scores, the worst of them beside the best baseline, and what is to come of the
/// first few. Nothing of one series. `run`: its id and workspace as a command has them, for the one that tells all.
void printSeriesForecasts(const ForecastSet& set, const std::string& run);

/// Which scores in the table of many series are means over what. Nothing of one.
void printWhatIsMean(std::size_t series);

/// Each series with its scores by method and metric, and its rows to come.
nlohmann::ordered_json seriesJson(const ForecastSet& set);

}  // namespace gatelab::worker
