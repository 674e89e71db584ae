// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "config/experiment_config.h"

namespace gatelab {

/// Key of the recurrent implementation that computes the whole training step.
inline constexpr const char* kCpuStep = "whole";

/// Why a training step of this experiment cannot be computed whole, without LibTorch's autograd
/// (step/cpu/cpu_step.h): a whole sentence; an empty source: it can.
Text cpuStepObstacle(const ExperimentConfig& config, bool onGpu);

}  // namespace gatelab
