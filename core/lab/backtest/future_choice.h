// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/backtest/conformal.h"
#include "run/forecast_set.h"

namespace gatelab {

/// Puts intervals by this method in the place of those that a forecast of rows to come has: of split and adaptive ones,
/// the half widths after the last truth of a kept backtest; of the head, those it has. Steps beyond the horizon have
/// none. InvalidInput: what the method needs is not there; nothing is changed then.
Result<> chooseIntervals(const Backtest* kept, IntervalMethod method, FutureForecast& future);

/// A normal distribution around each step: of passes with dropout, or of an ensemble.
struct NormalAhead {
    std::vector<double> mean, deviation;  ///< [step][target], original scale
};
/// Its mean becomes the forecast of its steps, its quantiles their intervals of 80 and 95 %.
void setNormal(const NormalAhead& normal, std::size_t targets, FutureForecast& future);
/// Of forecasts of the same rows by several runs; steps up to `steps`.
NormalAhead normalOf(const std::vector<std::vector<double>>& forecasts, std::size_t values);

}  // namespace gatelab
