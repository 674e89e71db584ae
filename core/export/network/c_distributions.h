// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <string>

/// Heads of Student's t and of counts in a C file; empty texts for all others.
namespace gatelab {

/// Tables and functions that the lines of cDistributionAnswer call.
std::string cDistributionFunctions(const ExperimentConfig& config);
/// What follows mean a[0] and deviation a[1] in the units of the data: parameters and quantiles.
std::string cDistributionAnswer(const ExperimentConfig& config);

}  // namespace gatelab
