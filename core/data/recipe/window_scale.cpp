// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/window_scale.h"

#include "base/numeric/running_variance.h"

#include <cmath>

namespace gatelab {

namespace {

constexpr double kMinShare = 0.01;

/// Standard deviation, divided by n, of those values that are there; 1 where they do not vary.
double deviationOf(std::span<const double> values) {
    RunningVariance present;
    for (const double value : values)
        if (std::isfinite(value)) present.add(value);
    return present.squares > 0 && std::isfinite(present.squares) ? present.deviation() : 1.0;
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
