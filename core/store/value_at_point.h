// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <filesystem>
#include <string>

namespace gatelab {

/// A curve's value at an epoch (counted from the start of the run, may be fractional), or the last one before; NaN when
/// the run has not come that far or has no such curve. Safe beside a live writer. See also readValueAtStep().
Result<double> readValueAtEpoch(const std::filesystem::path& runFolder, const std::string& curve, double epoch);

}  // namespace gatelab
