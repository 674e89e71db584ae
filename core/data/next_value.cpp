// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/next_value.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace gatelab {

namespace {

constexpr std::size_t kMaxColumns = 64, kMaxRows = 2000, kMinRows = 20;
constexpr double kMaxLeft = 1e-3, kLeftOfOwn = 0.05;

/// Share of the variance of the next value of y that a line through x leaves; 1 where either does not vary, or too few
/// rows have both.
double left(const std::vector<double>& x, const std::vector<double>& y) {
    double count = 0, xMean = 0, yMean = 0, xx = 0, yy = 0, xy = 0;
    const std::size_t rows = std::min(x.size(), y.size()), first = rows > kMaxRows ? rows - kMaxRows : 0;
    for (std::size_t row = first; row + 1 < rows; ++row) {
        if (!std::isfinite(x[row]) || !std::isfinite(y[row + 1])) continue;
        count += 1;
        // Welford's update of two columns
        const double dx = x[row] - xMean, dy = y[row + 1] - yMean;
        xMean += dx / count, yMean += dy / count;
        xx += dx * (x[row] - xMean), yy += dy * (y[row + 1] - yMean), xy += dx * (y[row + 1] - yMean);
    }
    if (count < static_cast<double>(kMinRows) || !(xx > 0) || !(yy > 0)) return 1;
    return std::max(0.0, 1 - xy / xx * (xy / yy));
}

}  // namespace

std::vector<NextValue> nextValues(const Series& series) {
    std::vector<NextValue> found;
    const std::size_t columns = std::min(series.channels.size(), kMaxColumns);
    for (std::size_t target = 0; target < columns; ++target) {
        const std::vector<double>& values = series.channels[target].values;
        const double own = left(values, values);
        for (std::size_t holder = 0; holder < columns; ++holder) {
            if (holder == target) continue;
            const double rest = left(series.channels[holder].values, values);
            if (rest < kMaxLeft && rest < kLeftOfOwn * own)
                found.push_back({series.channels[holder].name, series.channels[target].name, 1 - rest});
        }
    }
    return found;
}

Phrase nextValueText(const NextValue& pair) {
    return {GATELAB_TEXT("Doctor",
                         "Column '%1' holds the next value of '%2': as an input for '%2' it tells the answer, and the "
                         "scores would be too good. Leave it out of the inputs, unless it is truly known in advance."),
            {pair.holder, pair.target}};
}

}  // namespace gatelab
