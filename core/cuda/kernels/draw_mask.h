// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/mask_job.h"

#include <cuda_runtime_api.h>

namespace gatelab {

/// Gives the drawing of a mask to a stream of the current device: one kernel.
cudaError_t launchMask(const MaskJob& job, cudaStream_t stream);

}  // namespace gatelab
