// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/tasks/driven_system.h"

namespace gatelab {

bool isDrivenSystem(const ExperimentConfig& config) {
    return config.loss == "nse" ||
           (config.dataPath.empty() && (config.builtin == "catchment" || config.builtin == "catchments"));
}

}  // namespace gatelab
