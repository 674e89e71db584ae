// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <string>

namespace gatelab {

/// The command that makes the run again: "gatelab-worker train ...", or for a branch "gatelab-worker branch PARENT --checkpoint STEP ..." with what it changed.
/// `parent` null: it is not in the workspace any more; a branch is then told with all of its settings, though it cannot be made again without its parent.
std::string reproduceCommand(const RunSummary& run, const RunSummary* parent);

}  // namespace gatelab
