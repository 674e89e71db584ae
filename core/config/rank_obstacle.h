// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "config/experiment_config.h"

#include <cstdint>

namespace gatelab {

/// Whether ranks share the layers, and a window goes through them in chunks of time; also where there is one.
inline bool isPipelined(const ExperimentConfig& config) { return config.pipelineChunks > 0; }

/// Why several processes cannot share the batches, or the layers, of this experiment (`ranks`, `pipeline_chunks`): a
/// whole sentence; an empty source: they can, or none are asked for.
Text rankObstacle(const ExperimentConfig& config, bool onGpu);

/// Into how many blocks of rows a batch of such a run is cut: by the settings alone, so that neither the number of
/// ranks nor the machine changes the order of sums.
std::int64_t rankBlocks(const ExperimentConfig& config);

}  // namespace gatelab
