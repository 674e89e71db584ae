// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/part_questions.h"
#include "replay/opened_network.h"

namespace gatelab {

/// Reads every window of the part twice: as it is, and without the units, or with their gate held. `weights`: those of
/// the network, which are put back where a gate was held.
Result<Ablation> ablatePart(const OpenedNetwork& network, const TensorFile& weights, const AblationQuestion& question,
                            const Progress& progress);

}  // namespace gatelab
