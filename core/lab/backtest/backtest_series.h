// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/backtest/backtest.h"
#include "run/series_forecasts.h"

#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// Of each series of a backtest of many, by fev's definitions like all of it: mean over its own windows, which are
/// done. Those without a window are left out; of one series: none. Unknown methods: none.
std::vector<SeriesScore> seriesScores(const Backtest& backtest, std::string_view method);
/// The same of a backtest of one alone, as a series with this name.
SeriesScore scoreAsSeries(const Backtest& backtest, std::string_view method, std::string name);

}  // namespace gatelab
