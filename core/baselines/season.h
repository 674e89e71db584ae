// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/recipe/recipe.h"

#include <cstddef>
#include <cstdint>

namespace gatelab {

/// Period of the training part, at most `longest` rows: from the time step (hourly: 24 or 168) where its values repeat
/// with that, else the period with which they repeat best; 1 when there is none. Values repeat where the mean of the
/// other seasons forecasts each of them, from the moving mean of one period on, better than chance and slow swings do.
/// target: by its place among the targets.
std::int64_t findSeason(const PreparedSeries& prepared, std::int64_t longest, std::size_t target = 0);

}  // namespace gatelab
