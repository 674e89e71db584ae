// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/backtest/backtest.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Upper tail of the chi-squared distribution: the regularised incomplete gamma function Q(freedom / 2, x / 2) by its
/// series or continued fraction (DLMF 8.7.1, 8.9.2). Relative error below 1e-10.
double chiSquaredTail(double x, double freedom);

/// Of lags 0 to `lags`: sums of products about the mean over that of lag 0, both divided by n (as statsmodels' acf).
std::vector<double> autocorrelations(std::span<const double> values, std::size_t lags);

/// n (n + 2) sum of r_k^2 / (n - k) over lags 1 to `lags`, and the chance of more where nothing is correlated (Ljung
/// and Box 1978).
struct LjungBox {
    std::int64_t lags = 0;
    double statistic = 0, p = 1;
};
LjungBox ljungBox(std::span<const double> values, std::size_t lags);

/// n R² of the squared errors about a line in `level`, without the first assumption of normality (Koenker 1981), and
/// its chance where the spread does not depend on the level. NaN: fewer than 3 values, or one level.
struct LevelDependence {
    double statistic, p;
    double ratio;  ///< of the root mean square of the highest fifth of levels to that of the lowest
};
LevelDependence levelDependence(std::span<const double> errors, std::span<const double> levels);

/// Errors truth - forecast of a part of the day, week, or range of levels.
struct ResidualGroup {
    std::int64_t key = 0;  ///< hour 0 to 23, weekday 1 (Monday) to 7, fifth of the levels 1 to 5
    std::int64_t count = 0;
    double mean = 0, absolute = 0, squared = 0;  ///< mean, mean size, root mean square
    double from = 0, to = 0;                     ///< of levels: lowest and highest
};

struct LargeMiss {
    std::int64_t window = 0, step = 0, row = 0, time = 0;  ///< step from 1; time 0: not known
    std::string target;
    double truth = 0, forecast = 0;
};

/// What is left of a method's forecasts of one target.
struct ResidualReport {
    std::string method, target;
    std::int64_t every = 1;       ///< rows between neighbouring one-step residuals
    std::vector<double> oneStep;  ///< truth - forecast of the first step, window by window, where it is known
    double mean = 0, deviation = 0;
    std::vector<double> acf;  ///< from lag 0
    double band = 0;          ///< 2 / sqrt(n)
    LjungBox ljungBox;
    std::vector<ResidualGroup> byHour, byWeekday, byLevel;  ///< over all steps; empty: no times are known
    LevelDependence level;
    std::vector<LargeMiss> misses;  ///< at most 5, no two of one window, the largest first
    std::vector<Phrase> findings;   ///< one sentence for each of them, with what follows
};
/// InvalidInput: no such method, or fewer than 10 one-step residuals.
Result<ResidualReport> residualReport(const Backtest& backtest, const std::string& method, std::size_t target);

}  // namespace gatelab
