// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <filesystem>

namespace gatelab {

/// Another file for a kept run, read as readFile() does, but texts by the words that the run knows, with or without
/// labels; one sequence is enough. Errors: those of readFile, and of what the run keeps.
Result<Dataset> readForRun(const std::filesystem::path& runFolder, const std::filesystem::path& file,
                           const ExperimentConfig& options, const Progress& progress = {});

}  // namespace gatelab
