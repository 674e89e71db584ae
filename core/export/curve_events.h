// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "store/workspace.h"

#include <filesystem>
#include <string>

namespace gatelab {

/// Writes every curve of a kept run as scalars of TensorBoard into a folder, one event file, with the steps and times
/// at which they were measured. Values that are no numbers stay so. Returns the file.
Result<std::filesystem::path> exportCurvesTensorboard(const RunHistory& history, const std::string& run,
                                                      const std::filesystem::path& folder);

}  // namespace gatelab
