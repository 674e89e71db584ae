// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_content.h"

namespace gatelab {

/// y of the shown lines inside the shown x, without outliers: values farther from the middle half of their curve than
/// three times its width (on a log axis that of the logarithms), where they would press all the rest into less than a
/// third of the axis. The lines of one colour and key are one curve; where it has raw lines, those alone say what is
/// usual, because a spike trails on in their mean. What lasts is no outlier: the middle half of a line and both its
/// ends are kept, of a mean over raw lines its median. Among
/// three curves or more, those that go so far above most others that these would be flat are left out as a whole.
DataRange yRangeWithoutOutliers(const ChartContent& content, bool fromZero);

}  // namespace gatelab
