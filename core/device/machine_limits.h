// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace gatelab {

/// What a machine can do at most, measured: FP32 multiply-adds and a large copy. 0: not measured.
struct MachineLimits {
    double flopsPerSecond = 0;
    double bytesPerSecond = 0;  ///< read and written
    int threads = 1;            ///< that it was allowed
    std::string device;
};

/// Of this processor with `threads` threads, the calling one among them, or with one where that is faster. Blocks for
/// about a second.
MachineLimits measureProcessor(int threads);

/// What one training step cannot do without.
struct StepWork {
    double flops = 0;  ///< forward and backward: three times the forward products
    /// Weights, gradients, optimiser state and kept activations, each read and written as often as needed
    double bytes = 0;
};

}  // namespace gatelab
