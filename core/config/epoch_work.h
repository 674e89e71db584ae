// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

namespace gatelab {

/// The configuration without what an epoch's time does not depend on (name, seed, rates, start values, how many epochs): equal where epochs are the same work.
ExperimentConfig epochWork(ExperimentConfig config);

}  // namespace gatelab
