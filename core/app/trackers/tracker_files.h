// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/trackers/tracked_run.h"

#include <filesystem>
#include <vector>

namespace gatelab {

/// Something that holds runs of a tracker: a file, or a folder that is one run.
struct TrackerSource {
    enum class Kind { TensorBoard, Wandb, Database, MlflowRun, Bundle };
    Kind kind = Kind::Database;
    std::vector<std::filesystem::path> files;  ///< of TensorBoard all of one folder; else one
    std::string name;  ///< of a run that has none of its own: the folder, as seen from where we look
};

/// What a file or folder holds. Of a folder all below it, without following links, 12 levels deep and 1,000,000 entries
/// at most; files that are none are passed over there. Unsupported: a file that is none, with what it looks like; a
/// folder without any. Cancelled. Blocks; a job's thread.
Result<std::vector<TrackerSource>> findTrackedRuns(const std::filesystem::path& path, const Progress& progress = {});

/// Whether a file or folder that a person drops is meant to be imported: told from the beginnings of at most 500 files,
/// four levels deep. False of a workspace, of a bundle, and of a database that is none of MLflow or Trackio.
bool looksLikeTrackedRuns(const std::filesystem::path& path);

/// Reads the runs of one source (no bundle). A database is copied into a temporary folder before it is opened.
Result<> readTrackedRuns(const TrackerSource& source, const TakeTrackedRun& take, const Progress& progress = {});

}  // namespace gatelab
