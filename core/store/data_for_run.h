// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <filesystem>

namespace gatelab {

/// Another file for a kept run, read as readFile() does, but texts by the words that the run knows, with or without
/// labels; one sequence is enough. For a run of sequences files of a list, a table, a sound and a text are a sequence
/// each (data/folders/sequences_for_run.h). Errors: those of readFile, and of what the run keeps.
Result<Dataset> readForRun(const std::filesystem::path& runFolder, const std::filesystem::path& file,
                           const ExperimentConfig& options, const Progress& progress = {});

/// The file in a run's folder that says which file of its workspace's folder "data" holds its data.
inline constexpr const char* kKeptDataName = "data_file";
/// Says so; `file`: a name without a folder, else InvalidInput.
Result<> keepDataName(const std::filesystem::path& runFolder, const std::string& file);
/// Where the workspace keeps the run's data itself; empty: nowhere, or the file has gone. Never outside of the
/// workspace, whatever the run's folder says.
std::filesystem::path keptData(const std::filesystem::path& runFolder);
/// The settings with the copy of the data that the workspace keeps, where it keeps one: what they name lies on another
/// computer.
ExperimentConfig withKeptData(ExperimentConfig config, const std::filesystem::path& runFolder);

}  // namespace gatelab
