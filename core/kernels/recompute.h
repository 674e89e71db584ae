// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/recurrent.h"

namespace gatelab {

/// Runs a layer in chunks of time and keeps only each chunk's input and start state; the backward pass runs the chunk
/// again (Chen et al. 2016, "Training deep nets with sublinear memory cost"). The same numbers as `row.forward`, about
/// a third more time. Every sequence must have all time steps.
RecurrentResult runRecomputed(const RecurrentImplementation& row, const RecurrentCall& call, std::int64_t chunkSteps);

/// Why a layer cannot be run in chunks; empty: it can.
Phrase recomputeSupported(const RecurrentSpec& spec);

}  // namespace gatelab
