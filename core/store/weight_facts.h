// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <map>
#include <string>

namespace gatelab {

/// What another program needs besides the weights to get the same forecasts, as texts for the header of their file: "experiment" (all settings), "data" (file and
/// hash), "inputs" and "targets" (names in their order), "scaling" (each step of the recipe with what it learned on the training part), "rebuild" (how the network
/// computes). All but the last are JSON. Reads the data; where they cannot be read, "data" says why and their parts are absent.
std::map<std::string, std::string> weightFacts(const ExperimentConfig& config);

}  // namespace gatelab
