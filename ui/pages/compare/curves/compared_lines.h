// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/data/group_lines.h"
#include "pages/compare/curves/compare_view.h"

namespace gatelab {

class CurveChoice;
class Theme;

/// Whether the curves of a group have a mean: losses only of the same data, task and loss function, as in the table.
bool haveMean(const CurveChoice& choice, const ComparedRuns& group);
/// What a chart of the chosen curve draws of one row of a comparison: a run, where it is smoothed with its raw values
/// before it; or of a group each run faint, the band and the mean, or where they have none each run by itself. The
/// curve itself is the last line. Empty: it has none.
std::vector<ChartLine> comparedLines(const CurveChoice& choice, const Theme& theme, const ComparedRuns& compared,
                                     BandKind band, double low, double high, int pixels);

}  // namespace gatelab
