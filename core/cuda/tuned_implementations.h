// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/recurrent.h"

namespace gatelab {

/// "cudnn-tuned": direct cuDNN calls with the pair of algorithms that was fastest for the shape (cudnn_tuner.h).
RecurrentImplementation tunedRow();

}  // namespace gatelab
