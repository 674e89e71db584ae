// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Columns whose values of the horizon are given, by the steps "known" of a recipe that are on.
std::vector<std::string> knownAheadColumns(const std::vector<std::string>& recipe);
/// The same with all columns that they are made of by the steps before: what has to be given for the horizon.
std::vector<std::string> knownAheadSources(const std::vector<std::string>& recipe);
/// Refuses step `step` of the recipe where it is a "known" of a column that is made of one of the targets, by whatever
/// steps before it. A step of another kind is fine.
Result<> checkKnownAhead(const std::vector<std::string>& recipe, std::size_t step,
                         std::span<const std::string> targets);

}  // namespace gatelab
