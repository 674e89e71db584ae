// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/weight_compression.h"

namespace gatelab {

/// Seed by seed: trains the network, then from there the same one further, with and without pruning, and smaller dense
/// ones for as many steps as both; packs them all, has each packed network compute its loss and its time, the times in
/// turns. On one thread of the processor, in float32. Unsupported: layers that cannot be packed, a state that is
/// carried. Exceptions of LibTorch pass through.
Result<CompressionReport> studyCompression(const CompressionRequest& request, const CompressionWatch& watch);

}  // namespace gatelab
