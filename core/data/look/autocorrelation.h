// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace gatelab {

/// How a series goes with itself some rows earlier.
struct Autocorrelation {
    std::int64_t rows = 0;        ///< that have a value
    std::vector<double> values;   ///< of lag 0 (1) on; empty: fewer than 3 values, or all alike
    std::vector<double> bounds;   ///< per lag, 95 %: a moving average up to the lag before stays below (Bartlett 1946)
    std::vector<double> partial;  ///< what each lag adds to the ones before, of lag 0 (1) on (Durbin and Levinson)
    double partialBound = 0;      ///< 95 %, 1.96 / sqrt(rows)
};

/// Up to `lags` rows, at most half of them. Divided by n (not n - k), so that it cannot exceed 1; where values are
/// missing (NaN), each lag is the mean over the pairs that there are, times (n - k) / n. O(n log n + lags^2).
Autocorrelation autocorrelation(std::span<const double> values, std::size_t lags);

/// Values with the ones `lag` rows later, of at most `most` pairs evenly spread; pairs with a missing one are left out.
std::vector<std::pair<double, double>> lagPairs(std::span<const double> values, std::size_t lag, std::size_t most);

/// How two columns go together when one is moved against the other.
struct CrossCorrelation {
    std::vector<double> values;  ///< of lag -lags to lags: the first column so many rows before the second
    double bound = 0;            ///< 95 % for columns that have nothing to do with each other (Bartlett 1946)
    std::int64_t best = 0;       ///< the lag with the largest size; the smallest of equal ones
    [[nodiscard]] double at(std::int64_t lag) const {
        return values[static_cast<std::size_t>(lag + static_cast<std::int64_t>(values.size() / 2))];
    }
};
/// Empty values: one of them has fewer than 3, or all alike. NaN as in autocorrelation().
CrossCorrelation crossCorrelation(std::span<const double> first, std::span<const double> second, std::size_t lags);

}  // namespace gatelab
