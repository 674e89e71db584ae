// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/cuda_module.h"

#include <stdexcept>

namespace gatelab {

/// GPUs on which work of this process did not end. What frees memory of one, or waits for all of it, waits for ever:
/// nothing more is asked of it until the program is started again. Any thread.
void giveUpGpu(int gpu);
bool isGivenUp(int gpu);

/// CudaModule::releaseCachedMemory, which is of all GPUs: does nothing where one of them was given up, or without a
/// module.
void releaseCachedMemory(const CudaModule* cuda);

/// Thrown by what was tried on a GPU, did not end there, and was written down as such.
struct TrialDidNotEnd : std::runtime_error {
    using std::runtime_error::runtime_error;
    ~TrialDidNotEnd() override;
};

}  // namespace gatelab
