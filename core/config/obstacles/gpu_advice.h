// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_check.h"
#include "config/switches.h"

#include <optional>

namespace gatelab {

/// What a person may want to choose where a GPU computes. It is said and never done: other numbers or another device
/// are theirs to choose. The figures are computed or published ones (cuDNN's table of 2021), not measured here.

/// TF32 for FP32 layers from a hidden size of 192 on, where cuDNN's tensor cores have something to do; nothing: no.
std::optional<ConfigFinding> tf32Advice(const ExperimentConfig& config, const SwitchMachine& machine);
/// The processor for a run whose work it has done before a GPU has started; empty: the GPU has enough to do.
/// multiplyAdds: of one window, forward; windows: of all steps.
Phrase tinyRunAdvice(double multiplyAdds, double windows);

}  // namespace gatelab
