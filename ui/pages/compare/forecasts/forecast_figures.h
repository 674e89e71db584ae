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
/// Mean absolute error of step 1, 2, ... of one target over the given windows; null: over all. See stepErrors.
std::vector<double> errorByStep(const ForecastSet& set, const std::vector<double>& values, std::size_t target,
                                const std::vector<std::size_t>* windows = nullptr);

/// Truth of every row that the windows cover, also between them.
struct TruthRows {
    std::int64_t first = 0;
    std::vector<double> values;
};
TruthRows truthRows(const ForecastSet& set, std::size_t target);

/// How the forecasts of one run are drawn.
struct DrawnRun {
    const ForecastSet* set = nullptr;
    std::size_t target = 0;
    QColor colour;
    QString name = {};                                  ///< of its line; empty: what the line is ("forecast")
    bool isSecond = false;                              ///< drawn over another: its interval is not in the legend
    bool isDashed = false;                              ///< another run of the picture has its colour
    const std::vector<std::size_t>* windows = nullptr;  ///< those that are drawn and counted; null: all
};

// What is drawn of one run, without the truth: its interval, then its line.
/// Window `window` of the set, from the truth at its origin on.
std::vector<ChartLine> windowOf(const DrawnRun& run, const TruthRows& truth, std::size_t window);
/// `step` from 0; nothing beyond the horizon.
std::vector<ChartLine> stepOf(const DrawnRun& run, std::size_t step);
std::vector<ChartLine> closedLoopOf(const DrawnRun& run);
std::vector<ChartLine> futureOf(const DrawnRun& run);
std::vector<ChartLine> stepErrorsOf(const DrawnRun& run);

// The same beside the truth.
/// One window: what came before, the truth, the forecast with its interval, and the baseline.
std::vector<ChartLine> windowLines(const DrawnRun& run, const TruthRows& truth, std::size_t window,
                                   const Palette& palette);
/// Each window's forecast `step` steps ahead (from 0), over all rows.
std::vector<ChartLine> stepLines(const DrawnRun& run, const TruthRows& truth, std::size_t step, const Palette& palette);
/// The recursive forecast from the first window on; empty when the set has none.
std::vector<ChartLine> closedLoopLines(const DrawnRun& run, const TruthRows& truth, const Palette& palette);
/// The last observed rows, and what is forecast after them with its interval; empty when the set has none.
std::vector<ChartLine> futureLines(const DrawnRun& run, const Palette& palette);
/// `baseline`: its key; it is left out where the set does not have its errors on the windows that are counted.
std::vector<ChartLine> stepErrorLines(const DrawnRun& run, const std::string& baseline, const Palette& palette);

/// Where the interval of rows to come is from, and what is claimed and what is not; one sentence or two.
/// `givenPath`: by a recursive decoder, see ForecastSpread.
QString intervalText(const FutureForecast& future, std::int64_t steps, bool givenPath);

}  // namespace gatelab
