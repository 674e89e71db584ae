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
/// whose results agree with STANDARD's; some tens of milliseconds to seconds, which wait for the device.
///
/// Measured is the device's time, without the host's launches, which a recorded step does not have: a forward and a
/// backward pass are recorded as a graph, and the time of a replay is that between two events around several of them,
/// given to the stream while one more before them still computes, so that the device never waits for the host; the
/// median of some such series. A pair that cannot be recorded is left out, and where STANDARD cannot, nothing is
/// measured.
///
/// Throws TrialDidNotEnd where a pair does not end; it is left out the next time.
///
/// mayMeasure false (the rest of an epoch, which must not wait): STANDARD where nothing is remembered. Any thread. A
/// shape that is new must not come while this thread records a graph: throws.
AlgorithmPair chooseAlgorithms(const LayerShape& shape, bool mayMeasure);

/// Every choice made in this process, one line per shape: "lstm one fp32 T96 B64 I8 H64: forward small-h, backward
/// small-h, 0.810 ms against 2.100 ms of standard".
std::string tuningReport();

/// The same for programs, with GPU, driver and cuDNN in each line.
std::string tuningChoices();
/// Prefers these to what would be measured, for shapes for which this process has not chosen yet.
void useTuningChoices(const std::string& text);

}  // namespace gatelab
