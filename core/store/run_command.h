// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <string>
#include <vector>

namespace gatelab {

/// The command that makes the run again: "gatelab-worker train ...", or for a branch "gatelab-worker branch PARENT --checkpoint STEP ..." with what it changed.
/// What it leaves out: see commandCaveats. `parent` null: it is not in the workspace any more; a branch is then told with all of its settings, though it cannot be made again without its parent.
std::string reproduceCommand(const RunSummary& run, const RunSummary* parent);
/// In what the command does not make the same run: settings changed while the run went on, a parent that is gone.
std::vector<Phrase> commandCaveats(const RunSummary& run, const RunSummary* parent);

}  // namespace gatelab
