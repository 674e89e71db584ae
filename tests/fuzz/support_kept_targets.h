// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fuzz/support_targets.h"

#include <vector>

namespace gatelab::testing {

/// Files that people give each other and that are no data: settings, recipes, lessons, exercises with their answers,
/// forecasts, bundles, what trackers wrote, what a workspace keeps; and the columns that Arrow hands over, which
/// libFuzzer cannot look into: these are made of the bytes, as Arrow has checked them.
std::vector<FuzzTarget> keptTargets();

}  // namespace gatelab::testing
