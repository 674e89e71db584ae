// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// ARIMA(p,d,q)(P,D,Q)[period] (Box and Jenkins), whose differences w have a mean where there is a constant.
struct ArimaOrder {
    int p = 0, d = 0, q = 0, P = 0, D = 0, Q = 0;
    std::int64_t period = 1;
    bool constant = false;
    /// "ARIMA(2,1,1)(0,1,1)[12]"
    [[nodiscard]] std::string name() const;
    [[nodiscard]] int coefficients() const { return p + q + P + Q + (constant ? 1 : 0); }
    friend bool operator==(const ArimaOrder&, const ArimaOrder&) = default;
};

/// Signs as in R: w_t - mean = sum ar (w - mean) + e_t + sum ma e.
struct ArimaCoefficients {
    std::vector<double> ar, ma, seasonalAr, seasonalMa;
    double mean = 0;
};

struct ArimaFit {
    ArimaOrder order;
    ArimaCoefficients coefficients;
    double logLikelihood = 0;
    double aicc = 0;
    double sigma2 = 0;    ///< squares of the innovations / rows of w
    bool isHeld = false;  ///< its highest likelihood lies on the unit circle; this is the highest off it
};

/// The differences w of values; the first period x D + d rows are lost.
std::vector<double> arimaDifferences(std::span<const double> values, const ArimaOrder& order);

/// Fills logLikelihood, aicc and sigma2 of a fit whose order and coefficients are given: exactly, by a Kalman filter
/// over the differences (Gardner, Harvey, Phillips 1980). False: the coefficients are not stationary.
bool scoreArima(ArimaFit& fit, std::span<const double> values);

/// Coefficients by the greatest exact likelihood (BFGS from the least conditional sum of squares), all roots at least
/// 1 % off the unit circle, where a model would be no more than a longer difference. None: too few rows.
std::optional<ArimaFit> fitArima(std::span<const double> values, const ArimaOrder& order);

/// Differences by KPSS (Kwiatkowski et al. 1992) at 5 %, at most 2; a seasonal one where the season explains more than
/// 64 % of what is left without the trend (Wang, Smith, Hyndman 2006); orders by the stepwise search of Hyndman and
/// Khandakar 2008, on the AICc.
std::optional<ArimaFit> findArima(std::span<const double> values, std::int64_t period, const Progress& progress);
int differencesByKpss(std::span<const double> values);
/// In [0, 1]; 0: too short.
double seasonStrength(std::span<const double> values, std::int64_t period);

/// Runs a fitted model over a series and forecasts from any row on; innovations by the conditional recursion from the
/// first row, which is the exact one after a while. add() rows in order.
class ArimaForecaster {
public:
    explicit ArimaForecaster(const ArimaFit& fit);
    void add(double value);
    [[nodiscard]] std::vector<double> forecast(std::int64_t steps) const;

private:
    [[nodiscard]] double expected(std::span<const double> history, std::span<const double> errors) const;
    std::vector<double> ar_, ma_;  ///< multiplied out; ar_ with the differences, of x - its constant path
    double intercept_ = 0;
    std::vector<double> values_, errors_;  ///< newest last
};

}  // namespace gatelab
