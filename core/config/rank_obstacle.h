// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "config/experiment_config.h"

#include <cstdint>

namespace gatelab {

/// Why several processes cannot share the batches of this experiment (`ranks`): a whole sentence; an empty source: they
/// can, or none are asked for.
Text rankObstacle(const ExperimentConfig& config, bool onGpu);

/// Into how many blocks of rows a batch of such a run is cut: by the settings alone, so that neither the number of
/// ranks nor the machine changes the order of sums.
std::int64_t rankBlocks(const ExperimentConfig& config);

}  // namespace gatelab
