// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "config/experiment_config.h"

#include <string_view>

namespace gatelab {

/// Named in a checkpoint as what computed the layers.
inline constexpr const char* kXlaStep = "xla";

/// The device is one of XLA's: "xla", or "xla:0" and so on.
bool isXla(std::string_view device);
/// Which one of the plugin's devices, from 0; -1: the word means none.
int xlaNumber(std::string_view device);

/// Why this experiment cannot be trained on an XLA device: a whole sentence; an empty source: it can.
Text xlaObstacle(const ExperimentConfig& config);

}  // namespace gatelab
