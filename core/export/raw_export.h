// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"

#include <filesystem>
#include <vector>

namespace gatelab {

/// Writes the cells of all tables of a file into a folder, which is made where it is missing, as plain CSV (RFC 4180,
/// UTF-8): a text table under the file's own name, others with their name and .csv behind it. What they mean is not
/// looked at. Gives the files; an Error where one is there already, before anything is written.
Result<std::vector<std::filesystem::path>> exportRawTables(const std::filesystem::path& file,
                                                           const ExperimentConfig& options,
                                                           const std::filesystem::path& folder,
                                                           const Progress& progress = {});

}  // namespace gatelab
