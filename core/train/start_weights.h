// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/architecture.h"
#include "config/experiment_config.h"
#include "run/start_weights.h"

#include <vector>

namespace gatelab {

/// Draws the start values of this network on the CPU, from the seed and by the rules that a run uses, and tells how
/// they are spread; both directions of a layer together. Larger networks than kMaxPreviewed parameters are refused.
/// Blocks.
Result<std::vector<StartWeights>> startWeights(const ExperimentConfig& config, const ModelShape& shape);

/// More take seconds to draw.
inline constexpr std::int64_t kMaxPreviewed = 8'000'000;

}  // namespace gatelab
