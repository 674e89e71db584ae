// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/run_columns.h"

namespace gatelab {

/// One column of many runs as numbers: texts become places in the sorted list of those that occur.
struct RunValues {
    std::vector<double> values;  ///< NaN: none
    QStringList categories;      ///< empty: numbers
};
RunValues runValues(const RunColumn& column, const std::vector<const RunSummary*>& runs);

/// Straight line through points by least squares, on logarithms where an axis is logarithmic.
struct Trend {
    double intercept = 0, slope = 0;
    double r2 = 0;    ///< share of the variance explained
    double rank = 0;  ///< Spearman's rank correlation, ties by mean rank
    std::size_t count = 0;
};
/// count < 3 or a constant x: there is no trend, r2 and rank are NaN. Pairs that are not finite count for nothing.
Trend trendOf(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace gatelab
