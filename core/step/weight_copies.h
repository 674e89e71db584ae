// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nn/parameter_store.h"
#include "step/training_state.h"

#include <ATen/core/Tensor.h>

#include <vector>

namespace gatelab {

/// Copies of a model's weights that a training keeps beside them, laid out as the buffers of the store: the best ones
/// so far, and a running mean. Owned by the trainer; training thread.
class WeightCopies {
public:
    /// Their memory is taken here: a run that fits does not run out of it when its first epoch turns out the best.
    WeightCopies(const ParameterStore& store, bool hasBest, bool hasAverage);
    /// The weights as they are now are the best.
    void keepBest();
    /// Into the model: the best, else the running mean; without either the weights stay.
    void load(bool hasBest);
    /// leftOut: 0 on the device where the step counted; undefined: it did.
    void updateAverage(double decay, const at::Tensor& leftOut);
    /// The weights and the running mean change places.
    void swapAverage();
    void addTo(TrainingState& state) const;
    /// Fails where the state and its settings do not agree.
    Result<> restore(const TrainingState& state, bool hasAverage);

private:
    const ParameterStore& store_;
    std::vector<at::Tensor> best_, average_;
};

}  // namespace gatelab
