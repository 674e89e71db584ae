// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <limits>

namespace gatelab {

/// How long an epoch trains. low, high: between them it may be expected; NaN: not known.
struct EpochTime {
    double seconds = 0;
    double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();
};

/// The configuration without what an epoch's time does not depend on (name, seed, rates, start values, how many
/// epochs): equal where epochs are the same work.
ExperimentConfig epochWork(ExperimentConfig config);

}  // namespace gatelab
