// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "replay/opened_network.h"

namespace gatelab {

/// Norms of dL/dh_t and dL/dc_t of one window, by LibTorch's autograd through the recorded states; `network` is best a
/// float64 one. The nudges are left out.
Result<GradientView> gradientPath(const OpenedNetwork& network, const WindowRequest& request);
/// Reads the window again and again, each time with the input of another step nudged. Cancelled when the progress says
/// so.
Result<NudgePath> nudgePath(const OpenedNetwork& network, const WindowRequest& request, const Progress& progress);

/// A window `count` times side by side.
Batch repeated(const Batch& one, std::int64_t count);

/// Fills memory and pastWindow from `hidden`; reversed: the direction that reads from the end.
void measureMemory(GradientTrack& track, bool reversed);

}  // namespace gatelab
