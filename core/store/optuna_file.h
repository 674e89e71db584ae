// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "search/study.h"

#include <filesystem>
#include <span>
#include <string>

namespace gatelab {

/// Writes a study as a new SQLite file that Optuna 4 (schema 12) and optuna-dashboard open: one minimised study of this
/// name, a trial each with its parameters, its value and, where they are known, its values by epoch. A trial that was
/// stopped is PRUNED; one that diverged has an infinite value; of settings without effect in a trial there is no
/// parameter. The id of the run is the trial's user attribute "run". InvalidInput: the file is there already. A file
/// that could not be written whole is removed. Blocks for file access; any thread.
Result<> writeOptunaFile(const std::filesystem::path& file, const std::string& name, const Study& study,
                         std::span<const StudyTrial> trials);

}  // namespace gatelab
