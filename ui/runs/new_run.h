// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/series.h"

#include <QString>
#include <filesystem>
#include <memory>
#include <string>

namespace gatelab {

/// A run that is asked for: RunController::start.
struct NewRun {
    ExperimentConfig config;
    std::shared_ptr<const Dataset> data = {};  ///< null: read from config by the run
    QString parent = {};                       ///< id of the run whose settings these were; empty: none
    double epochSeconds = 0;                   ///< of training per epoch as forecast; the run scores it; 0: none
    std::filesystem::path startWeights = {};   ///< safetensors with PyTorch's names; empty: drawn
    bool stepsOnce = false;                    ///< makes one step, then it is paused
    std::string name = {};                     ///< of a run that was named as it was queued; empty: a new one
};

}  // namespace gatelab
