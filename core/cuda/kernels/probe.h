// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime_api.h>

namespace gatelab {

/// Runs a small sum on the device (which becomes the current one) and reads it back: fails where none of our kernels
/// was compiled for this GPU, where the driver is broken, or where the GPU is taken. `sum` is 0 + 1 + ... + 255 on a
/// sound device.
cudaError_t probeDevice(int device, int* sum);

}  // namespace gatelab
