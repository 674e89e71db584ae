// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/tables/parts_together.h"
#include "io/archive_file.h"

#include <filesystem>
#include <vector>

namespace gatelab {

/// What the files of an archive are together, as a folder of them is (planFolder()): recordings by class, folders
/// "key=value", tables of one layout. options.hdf5Datasets may name two or more of them; where it names one, or parts
/// inside of one, or no two files are of a format that is read, nothing is. Files are unpacked into a temporary folder,
/// 2 GiB of them at most; a name that leads out of the archive is refused. Where files are no tables of one layout,
/// whyNot says what differs; what fails otherwise is an Error, also where files were asked for. `members`: as
/// listFiles() gives them.
Result<PartsTogether> readMembersTogether(const std::filesystem::path& path, const std::vector<ArchiveMember>& members,
                                          const ExperimentConfig& options, const Progress& progress);

}  // namespace gatelab
