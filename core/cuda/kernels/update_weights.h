// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/update/update_job.h"

#include <cuda_runtime_api.h>

namespace gatelab {

/// Gives the end of a step to a stream of the current device: two kernels.
cudaError_t launchUpdate(const UpdateJob& job, cudaStream_t stream);

}  // namespace gatelab
