// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <filesystem>
#include <map>
#include <string>

/// Which data imported runs are of. Their settings do not say it: a person does, for all runs of a project of a tracker
/// at once, and from then on they stand on the board of those data beside own runs. Kept in imported.json of the
/// workspace; deleting that file gives each project its own board again.
namespace gatelab {

/// scopeKey() of imported runs to that of the own runs that they stand beside.
using ImportedScopes = std::map<std::string, std::string>;

/// Without a file none. Corrupt: it says something else. Blocks for file access; any thread.
Result<ImportedScopes> readImportedScopes(const std::filesystem::path& workspace);
/// `scope`: of own runs; empty: a board of their own again. Blocks; any thread.
Result<> keepImportedScope(const std::filesystem::path& workspace, const std::string& imported,
                           const std::string& scope);

}  // namespace gatelab
