// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/folders/file_list.h"
#include "data/series.h"
#include "data/tables/several_files.h"

#include <filesystem>

namespace gatelab {

/// The tables of files in folders that tell more of them (folderKeys()), one table a file, in the order of
/// list.files, as one table:
/// - one series, one below the other, where the files follow each other in time, those of equal keys sorted by time
///   where they interleave, or, without times, by the keys where all of these are parts of a date;
/// - else several series, by the fewest keys (one, else all that are no parts of a date) whose files can be put below
///   each other so: side by side, or as many for one network.
/// A key that is not the same everywhere becomes a column: of numbers, or of up to 32 words; the ones that name the
/// series, those with one value, dates beside times, and what the files have themselves do not, which is said. An Error
/// names the files whose times overlap or that lack a key.
Result<Dataset> putPartitions(const FileList& list, TablesTogether& tables, const std::filesystem::path& path,
                              const ExperimentConfig& options, const Progress& progress);

/// The same of a list of any kind but recordings, from its files; `path`: what the data are said to be from.
Result<Dataset> readFiles(const FileList& list, const std::filesystem::path& path, const ExperimentConfig& options,
                          const Progress& progress);

}  // namespace gatelab
