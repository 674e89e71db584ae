// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_event.h"

#include <limits>
#include <map>
#include <string>

namespace gatelab {

/// A forecast beside what was measured. NaN: not known.
struct ForecastScore {
    double forecast = std::numeric_limits<double>::quiet_NaN();
    double measured = std::numeric_limits<double>::quiet_NaN();
    /// How much too high the forecast was; NaN where one of the two is missing.
    [[nodiscard]] double errorPercent() const { return measured > 0 ? 100 * (forecast / measured - 1) : std::numeric_limits<double>::quiet_NaN(); }
};

/// What a run said of its costs beforehand, and what they were.
struct RunForecastScores {
    ForecastScore memory;  ///< MiB of tensors: weights, gradients, optimiser, activations, workspace, data
    ForecastScore epoch;   ///< seconds of training per epoch, validation left out; forecast from the first steps
};
/// values: by metric key, as in RunSummary::lastValues.
RunForecastScores scoreForecasts(const RunPlanInfo& plan, const std::map<std::string, double>& values);

}  // namespace gatelab
