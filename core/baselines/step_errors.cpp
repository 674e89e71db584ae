// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/step_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gatelab {

std::vector<double> stepErrors(std::span<const double> truth, std::span<const double> forecast, std::size_t perWindow,
                               std::span<const std::size_t> windows) {
    std::vector<double> sums(perWindow, 0.0);
    std::vector<std::size_t> counts(perWindow, 0);
    const std::size_t values = std::min(truth.size(), forecast.size());
    for (const std::size_t window : windows)
        for (std::size_t cell = 0; cell < perWindow; ++cell) {
            const std::size_t at = window * perWindow + cell;
            if (at >= values || !std::isfinite(truth[at])) continue;
            sums[cell] += std::abs(forecast[at] - truth[at]);
            ++counts[cell];
        }
    for (std::size_t cell = 0; cell < perWindow; ++cell)
        sums[cell] = counts[cell] > 0 ? sums[cell] / static_cast<double>(counts[cell])
                                      : std::numeric_limits<double>::quiet_NaN();
    return sums;
}

std::vector<double> stepErrors(std::span<const double> truth, std::span<const double> forecast, std::size_t perWindow) {
    std::vector<std::size_t> all(perWindow > 0 ? truth.size() / perWindow : 0);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return stepErrors(truth, forecast, perWindow, all);
}

}  // namespace gatelab
