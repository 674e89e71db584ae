// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "config/switches.h"

#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// The implementations that "auto" may stand for on a GPU and that can run this experiment there, in the order in which
/// they are tried: first the yardstick, whose numbers the others must give, then the guess, then the rest. Empty on
/// the processor; one: there is nothing to choose.
std::vector<std::string> gpuRows(const ExperimentConfig& config, const SwitchMachine& machine);
/// Which of them should be fastest, by times that were computed from the kernels' machine code and by cuDNN's published
/// ones of 2021 (tests/gpu/RESULTS.md). Nothing of it was measured.
std::string_view guessedGpuRow(const ExperimentConfig& config, const SwitchMachine& machine);

}  // namespace gatelab
