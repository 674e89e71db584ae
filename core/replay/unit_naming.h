// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/part_questions.h"
#include "replay/opened_network.h"

namespace gatelab {

/// Reads windows of a part with gates recorded and looks, for each quantity of each unit, which simple thing goes along
/// with it most: the hour, the day of the week or another season (multiple correlation with sine and cosine of its
/// phase), the last value, its change, the level (mean of what was read), the place in the window, an input, a token, a
/// class.
Result<UnitNames> nameUnits(const OpenedNetwork& network, const UnitNamesQuestion& question, const Progress& progress);

}  // namespace gatelab
