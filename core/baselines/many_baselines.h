// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/baselines.h"
#include "data/many/prepare_many.h"

#include <vector>

namespace gatelab {

/// One baseline's forecast of the windows [window][step][target]; of many series each by itself, by its own season.
Result<std::vector<double>> forecastBy(const Baseline& baseline, const PreparedSeries& prepared,
                                       const WindowSet& windows, const Progress& progress = {});

}  // namespace gatelab
