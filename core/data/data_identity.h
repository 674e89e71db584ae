// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/series.h"

#include <string>

namespace gatelab {

/// SHA-256 by which a run knows its data again: of the file's bytes, or of the description of a built-in series.
std::string dataIdentity(const Dataset& data, const ExperimentConfig& config);

}  // namespace gatelab
