// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "io/archive_file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gatelab {

/// The files of an archive that may hold data: without folders and what systems put beside the files of a person. An
/// Error where there is none. Any thread.
Result<std::vector<ArchiveMember>> listFiles(const std::filesystem::path& path, const Progress& progress);

/// The one that options.hdf5Datasets names (names of no file are parts inside of it), else the one that most likely
/// holds the series: of a format that is read, a part to train with before one to test with, the largest.
Result<std::string> chooseFile(const std::vector<ArchiveMember>& files, const ExperimentConfig& options);

Error noSuchFile(const std::string& name);

/// The other half of a set that comes as two files, "X_TRAIN.ts" and "X_TEST.ts"; empty: there is none.
std::string partnerOf(const std::vector<ArchiveMember>& files, const std::string& file);

/// The part of a member's name behind the last '/'.
std::string fileName(const std::string& member);

}  // namespace gatelab
