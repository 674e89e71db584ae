// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <span>
#include <string>

namespace gatelab {

/// The newest own run that was trained on `data`: a file, a built-in series, or what its data are called. `runs`:
/// newest first. Null: none was.
const RunSummary* newestRunOn(std::span<const RunSummary> runs, const std::string& data);

}  // namespace gatelab
