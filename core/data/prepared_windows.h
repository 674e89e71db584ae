// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/recipe/recipe.h"
#include "data/windows.h"

namespace gatelab {

struct PreparedWindows {
    PreparedPtr prepared;
    SplitWindows windows;
};
/// The series by the recipe of the settings, cut into the windows of each part. An error names its setting, where it
/// knows it.
Result<PreparedWindows> prepareWindows(const SeriesPtr& series, const ExperimentConfig& config);

}  // namespace gatelab
