// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/persistent/job.h"

#include <cuda_runtime_api.h>

namespace gatelab {

/// Gives a job to a stream of the current device, as planLaunch says: blocks by themselves, clusters of blocks from
/// compute capability 9.0 on, else cooperative grids. It neither waits nor takes memory, so that a graph can record it.
/// cudaErrorInvalidConfiguration: the device cannot hold one team.
cudaError_t launchPersistent(persistent::Job<float> job, cudaStream_t stream);

/// What a device has; opens no context on it.
cudaError_t askGpuLimits(int device, persistent::GpuLimits* gpu);

}  // namespace gatelab
