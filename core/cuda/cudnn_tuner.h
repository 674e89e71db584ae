// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cuda/cudnn_layer.h"

namespace gatelab {

struct AlgorithmPair {
    cudnnRNNAlgo_t forward = CUDNN_RNN_ALGO_STANDARD, backward = CUDNN_RNN_ALGO_STANDARD;
    auto operator<=>(const AlgorithmPair&) const = default;
};

/// The fastest pair of algorithms for this shape on its GPU. The first call for a shape looks it up in the user's cache
/// (choices are remembered per GPU, cuDNN version, driver and shape) or measures every pair that cuDNN accepts and
/// whose results agree with STANDARD's; some tens of milliseconds to seconds, which wait for the device. The rest of an
/// epoch, a smaller batch than this thread has trained the layer with before, is not measured: STANDARD where it is not
/// remembered. Any thread; must not be called for a new shape while a graph is recorded.
AlgorithmPair chooseAlgorithms(const LayerShape& shape);

/// Every choice made in this process, one line per shape: "lstm one fp32 T96 B64 I8 H64: forward small-h, backward
/// small-h, 0.81 ms against 2.10 ms".
std::string tuningReport();

/// The same for programs, with GPU, driver and cuDNN in each line.
std::string tuningChoices();
/// Prefers these to what would be measured, for shapes for which this process has not chosen yet.
void useTuningChoices(const std::string& text);

}  // namespace gatelab
