// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_difference.h"

#include <vector>

namespace gatelab {

/// The settings of `child` that give the network other weights than those of `parent`, on the same data: weights that
/// were trained with `parent` do not fit. Found by describing both networks, so that a new setting needs no mention
/// here. Empty: they fit.
std::vector<ConfigChange> shapeChanges(const ExperimentConfig& parent, const ExperimentConfig& child);

}  // namespace gatelab
