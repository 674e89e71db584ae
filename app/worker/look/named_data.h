// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"
#include "io/temporary_folder.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gatelab::worker {

/// The data path of several files, or of a folder of them, together; a list of them lies in `lists`.
Result<std::string> namedPath(const std::vector<std::filesystem::path>& files, const TemporaryFolder& lists);

/// Several files, or a folder of them, together, as they are trained on; the shape of a table is guessed unless it was
/// given, and the settings then say which it is.
Result<Dataset> readNamed(const std::vector<std::filesystem::path>& files, ExperimentConfig& config, bool isShapeGiven);

}  // namespace gatelab::worker
