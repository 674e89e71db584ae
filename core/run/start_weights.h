// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_event.h"

namespace gatelab {

/// How the start values of one part of a layer are spread, before any run. `what`: input_weights, recurrent_weights,
/// biases (both of a unit's, added, as the gates see them); of the head: head_weights, head_biases.
struct StartWeights : LayerHistogram {
    double mean = 0, deviation = 0;
};

}  // namespace gatelab
