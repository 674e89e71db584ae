// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/study.h"

#include <span>
#include <vector>

namespace gatelab {

/// Trials with a value that an importance needs.
inline constexpr std::size_t kImportanceTrials = 8;

/// How much of the spread of the values each axis explains: a forest of regression trees (Breiman 2001) learns the
/// value's rank from the point, and each axis is worth what the forest loses where its column is shuffled. Shares of 1
/// in the order of the axes; all 0 where the values do not differ or none of them explains anything, empty with fewer
/// than kImportanceTrials. Diverged trials rank behind all others. Deterministic; takes about 50 ms for 1,000 trials of
/// 5 axes.
std::vector<double> settingImportance(std::span<const SearchDimension> dimensions, std::span<const StudyTrial> trials);

}  // namespace gatelab
