// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// How far a method's forecasts lie from the truth at each step of the horizon.
struct StepErrors {
    std::string method;       ///< its key in the table of baselines
    std::int64_t season = 1;  ///< rows of the season that it uses; 1: none
    std::vector<double> mae;  ///< [step][target], on the scale of the forecasts; NaN: nothing to form it of
};

/// Mean absolute error of each cell of a window, [step][target], over the given windows. `truth` and `forecast` have
/// `perWindow` cells for each window, in one order. As in scoreForecast: where the truth is missing nothing is scored,
/// and a forecast that is no finite number makes the mean of its cell none.
std::vector<double> stepErrors(std::span<const double> truth, std::span<const double> forecast, std::size_t perWindow,
                               std::span<const std::size_t> windows);
/// The same over all windows.
std::vector<double> stepErrors(std::span<const double> truth, std::span<const double> forecast, std::size_t perWindow);

}  // namespace gatelab
