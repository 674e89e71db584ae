// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/trackers/tracked_run.h"
#include "io/database.h"

#include <string>

namespace gatelab {

/// Whether a database has Trackio's tables, by their columns.
bool isTrackioDatabase(Database& database);
/// Its runs, one after the other; `project`: the name of the file without ending, which is where Trackio keeps it.
/// Trackio keeps no state: all are told as finished, with a note.
Result<> readTrackioDatabase(Database& database, const std::string& project, const TakeTrackedRun& take,
                             const Progress& progress = {});

}  // namespace gatelab
