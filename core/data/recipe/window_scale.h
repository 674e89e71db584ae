// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/recipe/recipe.h"

#include <vector>

namespace gatelab {

/// Least standard deviation that a window is divided by where it is scaled by its own (RevIN, Kim et al. 2022), per
/// target, after the recipe: a hundredth of that (divided by n) of the training rows. Without it a window that stands
/// still would be divided by nothing, and its noise blown up to a signal.
std::vector<double> minWindowScales(const PreparedSeries& prepared);

}  // namespace gatelab
