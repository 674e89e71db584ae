// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <string>

/// Settings as SHA-256, to be compared and cited like a commit. Only what differs from the defaults counts, so that a setting that a later program adds changes none.
namespace gatelab {

/// Of what reads, prepares, splits and cuts the data: runs with the same recipe and the same data saw the same numbers.
std::string recipeIdentity(const ExperimentConfig& config);
/// Of everything that may change a result; where the data lie, name, notes and how the run is carried out count as nothing.
std::string settingsIdentity(const ExperimentConfig& config);
/// Of the description of a built-in series.
std::string builtinIdentity(const ExperimentConfig& config);
/// The first digits, as people cite them.
std::string shortIdentity(const std::string& sha256);

}  // namespace gatelab
