// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/split.h"

#include <cstdint>
#include <span>

namespace gatelab {

/// Additive exponential smoothing with a damped trend (Gardner and McKenzie 1985) on values without their season.
/// Weights in (0, 1).
struct Smoother {
    double level = 0, trend = 0;
    double alpha = 0.5, beta = 0, damping = 1;

    void start(double value) { level = value, trend = 0; }
    /// Takes the next value; returns its one-step error.
    double step(double value) {
        const double forecast = level + damping * trend, error = value - forecast;
        level = forecast + alpha * error;
        trend = damping * trend + alpha * beta * error;
        return error;
    }
};

/// What exponential smoothing learns from a series.
struct SmoothingFit {
    Smoother flat;     ///< without a trend
    Smoother damped;   ///< with a trend that falls off
    double slope = 0;  ///< of the least-squares line, per row
};
/// Weights of a grid with the least error one step ahead over the rows `train`, and their slope, on values from which
/// the mean distance at each place of the season was taken (1: no season). values: of all rows, gaps held, leading ones
/// NaN. A state is not kept: both stand before their first value.
SmoothingFit fitSmoothing(std::span<const double> values, RowRange train, std::int64_t season);

}  // namespace gatelab
