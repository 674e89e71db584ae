// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/timeline.h"

#include <filesystem>

namespace gatelab {

/// Writes the milliseconds of each part by step into a folder, as scalars of TensorBoard.
Result<> exportTimelineTensorboard(const Timeline& timeline, const std::filesystem::path& folder);

}  // namespace gatelab
