// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/readers.h"

#include <filesystem>
#include <vector>

namespace gatelab {

/// The cells as they stand, without comments; a blank line stays one.
Result<std::vector<RawTable>> rawCsv(const std::filesystem::path& path, const ExperimentConfig& options,
                                     const Progress& progress);

}  // namespace gatelab
