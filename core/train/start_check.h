// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/shared_values.h"
#include "config/experiment_config.h"
#include "data/series.h"
#include "run/run_needs.h"

#include <filesystem>
#include <memory>

namespace gatelab {

/// Whether a run with these settings would come to its first step, by the code that would refuse it then: data and
/// their preparation, device, memory, implementation, weights to start from (empty: drawn), whose file is read. Null
/// data is loaded; gives the data. Blocks.
Result<std::shared_ptr<const Dataset>> checkStart(const ExperimentConfig& config,
                                                  const std::shared_ptr<const Dataset>& data,
                                                  const std::filesystem::path& weights);

/// What a run with these settings would take beside others with which it shares `shared` (may be null): refused as by
/// checkStart, but for the memory that is free now. Blocks.
Result<RunNeeds> startNeeds(const ExperimentConfig& config, const std::shared_ptr<const Dataset>& data,
                            const std::filesystem::path& weights, const std::shared_ptr<SharedValues>& shared);

}  // namespace gatelab
