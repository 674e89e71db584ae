// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/switches.h"

namespace gatelab {

/// Why a switch cannot work here, as Switch::unsupported, or on the XLA device of the experiment, which does most of it
/// by itself.
Text switchObstacle(const Switch& row, const SwitchMachine& machine, const ExperimentConfig& config);

}  // namespace gatelab
