// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "store/workspace.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gatelab {

/// The ending of a bundle's name.
inline constexpr const char* kBundleSuffix = ".gatelab";

/// Runs in one file (a zip), to be opened on another computer: for each its whole folder (settings, curves,
/// checkpoints, state of the recipe), the command that makes it again and the SHA-256 of its data; `withData`: the data
/// files, too. bundle.json names every file with its SHA-256. What was damaged and left out, by file. Blocks; a job's
/// thread.
Result<std::vector<std::string>> writeBundle(Workspace& workspace, const std::vector<std::string>& ids, bool withData,
                                             const std::filesystem::path& file, const Progress& progress = {});

struct OpenedBundle {
    std::vector<std::string> runs;   ///< ids of those that are in the workspace now
    std::vector<std::string> known;  ///< ids of those that were there already; they were left as they are
    std::vector<Phrase> notes;       ///< where data lie, or that they are missing
};
/// Puts the runs of a bundle into a workspace, each with a number of its own; a run appears whole or not at all. Writes
/// nothing outside of the workspace: data go to its folder "data", and the run's folder names them.
/// Corrupt where a file is missing, is another one than bundle.json says, or has a name that leads elsewhere; nothing
/// of that run is kept then. Blocks; a job's thread.
Result<OpenedBundle> openBundle(Workspace& workspace, const std::filesystem::path& file, const Progress& progress = {});

}  // namespace gatelab
