// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <string>

/// Settings as SHA-256, to be compared and cited like a commit: of a first line that says what is hashed, then
/// "key=value" of every setting that counts, as they stand in fields(). Defaults count like any value: a program with
/// another default or another setting makes other hashes.
namespace gatelab {

/// Of what reads, prepares, splits and cuts the data: runs with the same recipe and the same data saw the same numbers.
std::string recipeIdentity(const ExperimentConfig& config);
/// Of everything that may change a result; where the data lie, name, notes and how the run is carried out count as
/// nothing.
std::string settingsIdentity(const ExperimentConfig& config);
/// Of the description of a built-in series.
std::string builtinIdentity(const ExperimentConfig& config);
/// The first digits, as people cite them.
std::string shortIdentity(const std::string& sha256);

}  // namespace gatelab
