// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/trackers/tracked_run.h"

#include <filesystem>
#include <string_view>

namespace gatelab {

/// Whether these bytes begin a file of a W&B run: ":W&B" and its number.
bool isWandbLog(std::string_view bytes);

/// The run of an offline file of W&B, run-ID.wandb: history as curves, config as parameters. Where it is cut or damaged
/// what lies before is read, and the notes say so; one without an exit was killed, or goes on. Corrupt: it has no run.
/// Blocks; a job's thread.
Result<TrackedRun> readWandbRun(const std::filesystem::path& file, const Progress& progress = {});

}  // namespace gatelab
