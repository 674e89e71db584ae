// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"

#include <filesystem>

namespace gatelab {

/// That the data files of a run are there (else NotFound), and are those that it was trained on, by their SHA-256 (else
/// InvalidInput). Reads them whole; any thread.
Result<> checkRunData(const std::filesystem::path& runFolder, const ExperimentConfig& config);

/// A link to `found` in the place of the data file of a run that is missing: who reads it there finds it again, this
/// run and all others. InvalidInput where it is not the file that the run was trained on; nothing is changed then. Any
/// thread.
Result<> linkRunData(const std::filesystem::path& runFolder, const ExperimentConfig& config,
                     const std::filesystem::path& found);

}  // namespace gatelab
