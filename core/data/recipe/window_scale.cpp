// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/window_scale.h"

#include <cmath>

namespace gatelab {

namespace {

constexpr double kMinShare = 0.01;

/// Standard deviation, divided by n, of those values that are there; 1 where they do not vary.
double deviationOf(std::span<const double> values) {
    double mean = 0, squares = 0, count = 0;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        count += 1;
        const double from = value - mean;  // Welford 1962
        mean += from / count;
        squares += from * (value - mean);
    }
    return squares > 0 && std::isfinite(squares) ? std::sqrt(squares / count) : 1.0;
}

}  // namespace

std::vector<double> minWindowScales(const PreparedSeries& prepared) {
    if (!prepared.savedMinScales.empty()) return prepared.savedMinScales;
    const TrainView train(prepared.table, prepared.split.train);
    std::vector<double> scales;
    for (const std::size_t target : prepared.targets) scales.push_back(kMinShare * deviationOf(train.values(target)));
    return scales;
}

}  // namespace gatelab
