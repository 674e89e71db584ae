// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/split.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace gatelab {

/// What one number each says of values; NaN: there is none.
struct ValueFigures {
    std::int64_t count = 0, missing = 0;
    double low = std::numeric_limits<double>::quiet_NaN(), high = low, mean = low, rms = low;
    double deviation = low;  ///< divided by n
    double median = low, lowerQuartile = low, upperQuartile = low;
    double skewness = low;
};
/// Quartiles of at most 200,000 evenly spread values; all else of all of them.
ValueFigures valueFigures(std::span<const double> values);

/// How the values of a column lie in each part of the split, over bins that all of them share.
struct PartDistributions {
    struct Part {
        RowRange rows;
        ValueFigures figures;
        std::vector<double> shares;  ///< of the part's values in each bin
    };
    std::vector<double> edges;  ///< one more than bins; empty: no value. A constant has one bin around it
    Part whole, train, validation, test;
    /// Distance of the mean of the test part from that of the training part, in deviations of the latter; NaN: unknown
    double shift = std::numeric_limits<double>::quiet_NaN();
    /// Largest distance between the two distribution functions (Kolmogorov and Smirnov), of the bins
    double distance = shift;
};
/// 10 to 60 bins, the square root of the number of values. Bins are counted over at most 1,000,000 evenly spread rows.
PartDistributions partDistributions(std::span<const double> values, const Split& split);

}  // namespace gatelab
