// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_event.h"
#include "store/workspace.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gatelab {

/// " --workspace FOLDER" as a whole path; empty for the folder that gatelab-worker takes by itself.
std::string workspaceFlag(const std::filesystem::path& workspace);

/// The command that makes the run again in this workspace: "gatelab-worker train ...", or for a branch "gatelab-worker
/// branch PARENT --checkpoint STEP ..." with what it changed. A run that was made longer, and would have trained
/// otherwise with the longer plan from its start, takes a line for each time: "gatelab-worker resume RUN --more-epochs
/// N" follows. What it leaves out: see commandCaveats. `parent` null: it is not in the workspace any more; a branch is
/// then told with all of its settings, though it cannot be made again without its parent. `plan`, where it is known,
/// tells what the run took where its settings leave the choice of the implementation and of the threads open: the
/// command names it, since another machine, or this one on another day, may choose otherwise.
std::string reproduceCommand(const RunSummary& run, const RunSummary* parent, const std::filesystem::path& workspace,
                             const RunPlanInfo* plan = nullptr);
/// In what the command does not make the same run: settings changed while the run went on, a moment at which it was
/// made longer, a parent that is gone.
std::vector<Phrase> commandCaveats(const RunSummary& run, const RunSummary* parent);

}  // namespace gatelab
