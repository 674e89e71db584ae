// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_line.h"

namespace gatelab {

/// Median of several lines, and the band from the 10 % to the 90 % quantile around it. Each line is read off between
/// its samples (no further than its ends, not over its gaps) at the x of all of them, thinned evenly to `maxPoints`.
/// Both are drawn where more than half of the lines still have a value, so that a run which stops early does not bend
/// them.
struct GroupLines {
    ChartLine median, band;
};
GroupLines groupLines(const std::vector<ChartLine>& members, std::size_t maxPoints);

}  // namespace gatelab
