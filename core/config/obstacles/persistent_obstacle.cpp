// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/obstacles/persistent_obstacle.h"

namespace gatelab {

Text persistentObstacle(const PersistentLayer& layer, const persistent::GpuLimits& gpu) {
    if (layer.gates == 0)
        return GATELAB_TEXT("Implementation", "The kernel with the whole loop over time is for LSTM and GRU.");
    if (!layer.plain)
        return GATELAB_TEXT("Implementation",
                            "The kernel with the whole loop over time has no peepholes, projection, recurrent dropout "
                            "or zoneout.");
    if (layer.hidden > persistent::kMaxHidden)
        return GATELAB_TEXT("Implementation",
                            "The kernel with the whole loop over time is for hidden sizes up to 1,024.");
    if (!layer.numbersFit)
        return GATELAB_TEXT("Implementation", "The kernel with the whole loop over time computes in FP32 and BF16.");
    if (!persistent::fitsGpu(gpu, layer.gates, layer.hidden))
        return GATELAB_TEXT("Implementation",
                            "The kernel with the whole loop over time needs more shared memory or multiprocessors for "
                            "this hidden size than the GPU has.");
    return {};
}

}  // namespace gatelab
