// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"
#include "io/safetensors_file.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gatelab::worker {

/// What a finished run left behind, in the parts that must be equal for equal runs.
struct RunTrace {
    TensorFile state;  ///< last checkpoint
    std::string hash;  ///< SHA-256 over tensors, counters (times left out) and metric log
    std::vector<std::string> warnings;
};
Result<RunTrace> traceRun(const std::filesystem::path& runFolder);

/// Small experiments that differ in task, cell, optimiser, schedule, regularisers, precision and switches; number
/// `index` of an endless list.
ExperimentConfig verifyConfig(std::int64_t index);

int verifyResume(std::int64_t trials, std::int64_t seed, bool json);
int verifyRepeat(const ExperimentConfig& config, bool json);
int verifySwitches(const ExperimentConfig& experiment, const std::shared_ptr<const Dataset>& data, bool json);
int verifyVerdict(std::int64_t trials, std::int64_t seed, bool json);

}  // namespace gatelab::worker
