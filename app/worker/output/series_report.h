// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json/json.h"
#include "run/forecast_set.h"

#include <cstddef>
#include <string>

namespace gatelab::worker {

/// Of many series: the spread of their scores, the worst of them beside the best baseline, and what is to come of the
/// first few. Nothing of one series. `shownBy`: what the command "show" is called with to tell all of these; empty: it
/// tells of no such forecasts.
void printSeriesForecasts(const ForecastSet& set, const std::string& shownBy);

/// Which scores in the table of many series are means over what. Nothing of one.
void printWhatIsMean(std::size_t series);

/// Each series with its scores by method and metric, and its rows to come.
nlohmann::ordered_json seriesJson(const ForecastSet& set);

}  // namespace gatelab::worker
