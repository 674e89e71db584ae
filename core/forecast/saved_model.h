// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nn/model.h"
#include "plan/train_plan.h"
#include "store/run_weights.h"

#include <memory>
#include <span>

namespace gatelab {

/// Weights whose recurrent layers multiply by packed matrices.
struct PackedNetwork {
    TensorFile weights;                                  ///< under PyTorch's names
    std::int64_t units = 0;                              ///< of each layer: a smaller network has fewer than the run
    std::span<const RecurrentImplementation> rows = {};  ///< ModelOptions::implementations
    Phrase what;
    std::int64_t bytes = 0;  ///< of the file; 0: there is none
};
/// The run's settings where such a network computes: one thread of the processor, 32 bits.
ExperimentConfig packedConfig(ExperimentConfig config);
/// Unsupported: layers that cannot be packed.
Result<std::unique_ptr<Model>> loadPackedModel(const TrainPlan& plan, const PackedNetwork& network);

/// The network of a kept run with these of its weights, on the plan's machine. The caller holds LibrarySettings for as
/// long as it is used.
Result<std::unique_ptr<Model>> loadSavedModel(const TrainPlan& plan, const RunWeights& weights);

}  // namespace gatelab
