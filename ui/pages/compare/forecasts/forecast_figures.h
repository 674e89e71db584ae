// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_line.h"
#include "common/theme.h"
#include "session/engine.h"

#include <optional>
#include <string>
#include <vector>

/// What the forecast view draws from a forecast set; pure functions. Values are [window][step][target] on the original
/// scale.
namespace gatelab {

/// One value of a set; NaN where the set has none.
double forecastAt(const ForecastSet& set, const std::vector<double>& values, std::size_t window, std::size_t step,
                  std::size_t target);

/// `values` (forecasts) minus truth of one target, all windows and steps.
std::vector<double> residuals(const ForecastSet& set, const std::vector<double>& values, std::size_t target);
/// Mean absolute error of step 1, 2, ... of one target over all windows. See stepErrors.
std::vector<double> errorByStep(const ForecastSet& set, const std::vector<double>& values, std::size_t target);

/// Truth of every row that the windows cover, also between them.
struct TruthRows {
    std::int64_t first = 0;
    std::vector<double> values;
};
TruthRows truthRows(const ForecastSet& set, std::size_t target);

/// How the forecasts of one run are drawn.
struct DrawnRun {
    const ForecastSet* set = nullptr;
    std::size_t target = 0;  ///< of the set
    QColor colour;
    QString name = {};  ///< of its line; empty: what the line is ("forecast")
    QString mark = {};  ///< at the end of its line
    int slot = -1;      ///< of its marker; -1: none
};
/// The first decides which windows and rows are drawn, and its baselines are; the intervals of several are drawn and
/// not named.
using DrawnRuns = std::vector<DrawnRun>;

/// One window of the first: what came before in its series, the truth, the baselines, and of each run that forecasts
/// from the same last observed row its interval and forecast.
std::vector<ChartLine> windowLines(const DrawnRuns& runs, std::size_t window, const Palette& palette);
/// Each window's forecast `step` steps ahead (from 0), over all rows; of a shorter horizon nothing.
std::vector<ChartLine> stepLines(const DrawnRuns& runs, std::size_t step, const Palette& palette);
/// Forecasts that feed on themselves, from the first window of the first on; empty when it has none.
std::vector<ChartLine> closedLoopLines(const DrawnRuns& runs, const Palette& palette);
/// The last observed rows, and what is forecast after them with its intervals; empty when the first has none.
std::vector<ChartLine> futureLines(const DrawnRuns& runs, const Palette& palette);
/// Mean absolute errors by step of each run and of these baselines, by their keys, the best first.
std::vector<ChartLine> stepErrorLines(const DrawnRuns& runs, const std::vector<std::string>& baselines,
                                      const Palette& palette);

/// None: the set has no target of this name.
std::optional<std::size_t> targetOf(const ForecastSet& set, const std::string& name);
/// The window of a set whose last observed row this is; none: it does not forecast from there.
std::optional<std::size_t> windowAt(const ForecastSet& set, std::int64_t originRow);

/// Where the interval of rows to come is from, and what is claimed and what is not; one sentence or two.
/// `givenPath`: by a recursive decoder, see ForecastSpread.
QString intervalText(const FutureForecast& future, std::int64_t steps, bool givenPath);
/// The same in one short sentence.
QString intervalBrief(const FutureForecast& future, bool givenPath);

}  // namespace gatelab
