// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/options.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gatelab::worker {

/// Packs the runs that these words mean and says what was written; an exit code.
int bundleRuns(const WorkspaceOptions& workspace, const std::vector<std::string>& words,
               const std::filesystem::path& file, bool withData, bool json);

}  // namespace gatelab::worker
