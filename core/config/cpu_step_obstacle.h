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

/// Whether the steps of this experiment are computed whole as far as its settings tell: "auto" takes it where it can,
/// unless another one was measured to be faster.
bool expectsCpuStep(const ExperimentConfig& config);

}  // namespace gatelab
