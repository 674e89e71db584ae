// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_content.h"

namespace gatelab {

/// A Heat line of `content` in words. Cells with texts: what is written in each, by the names on the axes; others: how
/// far the first and the last column reach and where the most of each lies.
QString heatSummary(const ChartContent& content, const ChartLine& line);

}  // namespace gatelab
