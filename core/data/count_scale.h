// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/recipe/recipe.h"

#include <vector>

namespace gatelab {

/// How a target's prepared values become counts: offset + factor * value.
struct CountScale {
    double offset = 0, factor = 1;
};
/// Of each target. InvalidInput: a target has values that are no whole numbers of zero or more, or its recipe is no
/// line (log, difference), so that a distribution of counts means nothing there.
Result<std::vector<CountScale>> countScales(const PreparedSeries& prepared);

}  // namespace gatelab
