// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_line.h"
#include "common/theme.h"
#include "session/engine.h"

#include <vector>

/// What the forecast view draws from a forecast set; pure functions. Values are [window][step][target] on the original
/// scale.
namespace gatelab {

/// One value of a set; NaN where the set has none.
double forecastAt(const ForecastSet& set, const std::vector<double>& values, std::size_t window, std::size_t step,
                  std::size_t target);

/// Forecast minus truth of one target, all windows and steps.
std::vector<double> residuals(const ForecastSet& set, std::size_t target);
/// Mean absolute error of step 1, 2, ... of one target.
std::vector<double> errorByStep(const ForecastSet& set, const std::vector<double>& values, std::size_t target);

/// Truth of every row that the windows cover, also between them.
struct TruthRows {
    std::int64_t first = 0;
    std::vector<double> values;
};
TruthRows truthRows(const ForecastSet& set, std::size_t target);

/// One window: what came before, the truth, the forecast with its interval, and the baseline.
std::vector<ChartLine> windowLines(const ForecastSet& set, const TruthRows& truth, std::size_t window,
                                   std::size_t target, const Palette& palette, int slot);
/// Each window's forecast `step` steps ahead (from 0), over all rows.
std::vector<ChartLine> stepLines(const ForecastSet& set, const TruthRows& truth, std::size_t step, std::size_t target,
                                 const Palette& palette, int slot);
/// The recursive forecast from the first window on; empty when the set has none.
std::vector<ChartLine> closedLoopLines(const ForecastSet& set, const TruthRows& truth, std::size_t target,
                                       const Palette& palette, int slot);
/// The last observed rows, and what is forecast after them with its interval; empty when the set has none.
std::vector<ChartLine> futureLines(const ForecastSet& set, std::size_t target, const Palette& palette, int slot);
std::vector<ChartLine> stepErrorLines(const ForecastSet& set, std::size_t target, const Palette& palette, int slot);

}  // namespace gatelab
