// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/preset_experiment.h"
#include "data/series.h"

namespace gatelab {

/// Whether these data, read from `path`, are evidently those that the ready-made experiment is made for: by the name of
/// the file, or by channels, classes and length.
bool areMeantFor(const PresetExperiment& ready, const std::string& path, const Dataset& data);

}  // namespace gatelab
