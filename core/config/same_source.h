// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

namespace gatelab {

/// Whether both read the same file, or the same built-in series.
inline bool sameSource(const ExperimentConfig& a, const ExperimentConfig& b) {
    return a.dataPath == b.dataPath && (!a.dataPath.empty() || a.builtin == b.builtin);
}

}  // namespace gatelab
