// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/trackers/tracked_run.h"
#include "io/database.h"

#include <filesystem>

namespace gatelab {

/// Whether a folder is a run of MLflow's file store: it has a meta.yaml that names a run.
bool isMlflowRunFolder(const std::filesystem::path& folder);
/// The run of such a folder; the meta.yaml of the folder above has the experiment's name. A run that was deleted there
/// is none: NotFound. What of its files cannot be read is told in the notes. Blocks; a job's thread.
Result<TrackedRun> readMlflowFolder(const std::filesystem::path& folder, const Progress& progress = {});

/// Whether a database has MLflow's tables, by their columns.
bool isMlflowDatabase(Database& database);
/// Its runs that are not deleted, one after the other.
Result<> readMlflowDatabase(Database& database, const TakeTrackedRun& take, const Progress& progress = {});

}  // namespace gatelab
