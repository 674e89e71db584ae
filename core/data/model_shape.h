// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/architecture.h"
#include "data/recipe/recipe.h"
#include "data/series.h"

namespace gatelab {

/// What the network is fed and asked for, from the data as they were read: the recipe may add inputs.
ModelShape modelShape(const ExperimentConfig& config, const Dataset& data);
/// The same of a series once it is prepared.
ModelShape modelShape(const ExperimentConfig& config, const PreparedSeries& prepared);

}  // namespace gatelab
