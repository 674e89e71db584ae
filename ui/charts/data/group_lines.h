// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_line.h"

namespace gatelab {

/// What the band around the mean of several runs shows.
enum class BandKind { None, MinMax, StandardError, Interval95 };

/// Mean of several lines and the band around it. Each line is read off between its samples (no further than its ends,
/// not over its gaps) at the x of all of them, thinned evenly to `maxPoints`. The mean is drawn where more than half
/// of the lines still have a value, so that a run which stops early does not bend it; the band where at least two have
/// one. Interval95: mean ± t · standard error (Student). Standard error and interval are those of the members in
/// `sample` alone; empty: of all.
struct GroupLines {
    ChartLine mean, band;
};
GroupLines groupLines(const std::vector<ChartLine>& members, BandKind kind, std::size_t maxPoints,
                      const std::vector<bool>& sample = {});

}  // namespace gatelab
