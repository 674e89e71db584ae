// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

namespace gatelab::testing {

/// An experiment that trains in a moment on one thread of the processor.
inline ExperimentConfig tinyExperiment(std::int64_t epochs = 2) {
    ExperimentConfig config;
    config.builtinLength = 300;
    config.lookback = 8;
    config.horizon = 2;
    config.hiddenSize = 4;
    config.epochs = epochs;
    config.threads = 1;
    config.device = "cpu";
    return config;
}

}  // namespace gatelab::testing
