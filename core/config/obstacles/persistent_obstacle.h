// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "config/persistent_fit.h"

namespace gatelab {

/// A layer, as the persistent kernels ask about it.
struct PersistentLayer {
    int gates = 4;  ///< LSTM 4, GRU 3; 0: another cell
    std::int64_t hidden = 1;
    bool plain = true;       ///< no peepholes, projection, recurrent dropout or zoneout
    bool numbersFit = true;  ///< its numbers are FP32, TF32 or BF16
};

/// Why the persistent kernels cannot run it on such a GPU, a whole sentence; an empty source: they can.
Text persistentObstacle(const PersistentLayer& layer, const persistent::GpuLimits& gpu);

}  // namespace gatelab
