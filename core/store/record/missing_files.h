// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <filesystem>
#include <vector>

namespace gatelab {

/// Files and folders of a run that something in its folder names and that are not there: the manifest of a run that has
/// ended, what the manifests name, the checkpoints that the newest one or the record tell of, preparation.json and the
/// film. Only true of a run that nobody trains: a trainer prunes its checkpoints. Of a copy that was made while the run
/// was trained (it has no lock file, and its record no end), only whether there is a checkpoint at all. config.json and
/// run.sqlite are not named: without them the run's summary has a problem. Blocks for file access; any thread.
std::vector<std::filesystem::path> missingFiles(const std::filesystem::path& runFolder);
/// What a person is told of one.
Phrase missingText(const std::filesystem::path& path);

}  // namespace gatelab
