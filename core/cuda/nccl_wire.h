// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ranks/rank_wire.h"

#include <memory>

namespace gatelab {

/// Messages between ranks by NCCL, each rank with `device` as its GPU. The bytes lie in the host's memory and go
/// through the GPU's. Throws c10::Error. Never run: two GPUs are needed.
std::unique_ptr<RankWire> openNcclWire(int device, const RankWireRequest& request);

}  // namespace gatelab
