// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <string>

namespace gatelab {

/// Key of the start values by which the linear path is fitted in closed form.
inline constexpr const char* kLeastSquares = "least-squares";

/// Values of a window, of all its inputs, beyond which no linear path is fitted: its equations grow by their cube.
inline constexpr std::int64_t kMaxLinearColumns = 1024;

/// Whether the linear path is fitted before the first step and held from then on, so that the network beside it learns
/// what is left.
inline bool fitsLinearPath(const ExperimentConfig& config) {
    return config.task == "forecast" && config.linearPath && config.initialisation == kLeastSquares;
}

/// How the weights that are drawn are drawn.
inline std::string drawnInitialisation(const ExperimentConfig& config) {
    return config.initialisation == kLeastSquares ? "uniform" : config.initialisation;
}

}  // namespace gatelab
