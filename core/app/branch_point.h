// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace gatelab {

/// A place in a run to go on from: its last checkpoint, the best weights at the step at which they were best, or a step
/// of which either is kept.
struct BranchPoint {
    std::filesystem::path folder;
    bool atBest = false;  ///< not where the checkpoint stands, but at the best weights that it keeps
    std::int64_t step = 0, epochsBegun = 0;
    ExperimentConfig config;  ///< with the changes that were made while the run went on
};
/// By name: "last", "best" or the step. NotFound lists those that are there. Blocks for file access.
Result<BranchPoint> findBranchPoint(const std::filesystem::path& runFolder, const std::string& checkpoint);

}  // namespace gatelab
