// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "device/cuda_module.h"

#include <exception>

namespace gatelab {

/// How a run failed, in words with a remedy, told by types and codes. `cuda` and `gpu`: where the work was done, which
/// is asked whether it still answers; null, or negative: on the processor.
Error describeFailure(const std::exception_ptr& failure, const CudaModule* cuda = nullptr, int gpu = -1);

}  // namespace gatelab
