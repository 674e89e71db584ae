// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_line.h"

#include <vector>

namespace gatelab {

/// A value at each lag as a vertical from 0 (of many as a curve), and the same as a line that is only read off; and the
/// range in which chance lies, by lag. firstLag: of the first value.
std::vector<ChartLine> stemLines(const QString& name, double firstLag, const std::vector<double>& values,
                                 const std::vector<double>& bounds, const QString& boundName, const QColor& colour,
                                 const QColor& boundColour);

/// As many points of a curve as a picture shows, the highest of each of `most` equal parts of log x; x > 0, falling or
/// rising.
ChartLine thinned(const ChartLine& line, std::size_t most);

}  // namespace gatelab
