// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <limits>

namespace gatelab {

/// Mean and spread of numbers that come one by one (Welford).
struct Moments {
    double count = 0, mean = 0, squares = 0;
    void add(double value) {
        const double step = value - mean;
        mean += step / ++count;
        squares += step * (value - mean);
    }
    /// Of the mean; NaN for fewer than two.
    [[nodiscard]] double standardError() const {
        return count > 1 ? std::sqrt(squares / (count - 1) / count) : std::numeric_limits<double>::quiet_NaN();
    }
};

}  // namespace gatelab
