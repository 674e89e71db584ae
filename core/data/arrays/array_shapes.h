// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "config/experiment_config.h"
#include "data/shapes/shape_candidate.h"

#include <vector>

namespace gatelab {

/// The orders in which the dimensions of the arrays in the file of the settings can be read as sequences, the likeliest
/// first, which is the guess where the file is read so unless told otherwise; known without their values. Empty: it is
/// no file of arrays, cannot be opened, or holds none that can be sequences. Any thread.
std::vector<ShapeCandidate> arrayShapes(const ExperimentConfig& config, const Progress& progress);

}  // namespace gatelab
