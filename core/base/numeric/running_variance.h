// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace gatelab {

/// Mean and sum of squared distances from it, value by value (Welford 1962). Finite values alone are to be added.
struct RunningVariance {
    double count = 0, mean = 0, squares = 0;
    void add(double value) {
        count += 1;
        const double distance = value - mean;
        mean += distance / count;
        squares += distance * (value - mean);
    }
    /// Divided by n; 0: of nothing.
    [[nodiscard]] double variance() const { return count > 0 ? squares / count : 0; }
    [[nodiscard]] double deviation() const { return std::sqrt(variance()); }
};

}  // namespace gatelab
