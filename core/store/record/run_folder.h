// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

/// Where a workspace keeps its runs; what is named need not be there.
namespace gatelab {

inline std::filesystem::path runsFolderIn(const std::filesystem::path& workspace) { return workspace / "runs"; }
inline std::filesystem::path trashFolderIn(const std::filesystem::path& workspace) { return workspace / "trash"; }
inline std::filesystem::path runFolderIn(const std::filesystem::path& workspace, const std::string& runId) {
    return runsFolderIn(workspace) / runId;
}

}  // namespace gatelab
