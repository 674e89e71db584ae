// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_groups.h"

#include "charts/data/moments.h"

#include <cmath>
#include <limits>

namespace gatelab {

namespace {

Moments moments(std::span<const double> values) {
    Moments m;
    for (const double value : values)
        if (std::isfinite(value)) m.add(value);
    return m;
}

}  // namespace

double meanOf(std::span<const double> values) {
    const Moments m = moments(values);
    return m.count > 0 ? m.mean : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace gatelab
