// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <filesystem>
#include <memory>

namespace gatelab {

/// Whether a run with these settings would come to its first step, by the code that would refuse it then: data and
/// their preparation, device, memory, implementation, weights to start from (empty: drawn), whose file is read. Null
/// data is loaded; gives the data. Blocks.
Result<std::shared_ptr<const Dataset>> checkStart(const ExperimentConfig& config,
                                                  const std::shared_ptr<const Dataset>& data,
                                                  const std::filesystem::path& weights);

}  // namespace gatelab
