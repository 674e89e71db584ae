// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace gatelab {

/// Columns whose values of the horizon are given, by the steps "known" of a recipe that are on.
std::vector<std::string> knownAheadColumns(const std::vector<std::string>& recipe);

}  // namespace gatelab
