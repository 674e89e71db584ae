// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "nn/parameter_store.h"
#include "step/device_schedule.h"
#include "step/optimizers.h"

#include <ATen/core/Tensor.h>

namespace gatelab {

struct UpdateJob;  // kernels/update/update_job.h

/// Gives the end of a step to the current stream (CudaModule::updateWeights).
using UpdateWeights = void (*)(int device, const UpdateJob& job);

/// The GPU's that the plan's weights are on; null: it has none, or they are elsewhere.
UpdateWeights updateWeightsOn(at::Device device);

/// clipGradients, leftOut and Optimiser::step (step/gradients.h, step/optimizers.h) in two launches, on the optimiser's
/// own state: Adam and AdamW, FP32 weights in flat buffers. Everything else stays with those three. Store and optimiser
/// outlive it; training thread.
class FusedUpdate {
public:
    struct Done {
        at::Tensor norm, leftOut;  ///< float32 scalars: before the clip; 1: neither weights nor state have changed
    };

    /// `give` null: it covers nothing.
    FusedUpdate(UpdateWeights give, const ExperimentConfig& config, const ParameterStore& store, Optimiser& optimiser);
    [[nodiscard]] bool covers(const at::Tensor& loss) const;
    /// `overflowed`, `stopped`: as leftOut takes them. Waits for nobody. What it needs is taken before anything
    /// changes.
    Done step(const ExperimentConfig& config, const DeviceStep& now, const at::Tensor& loss,
              const at::Tensor& overflowed, const at::Tensor& stopped) const;

private:
    UpdateWeights give_;
    const ParameterStore& store_;
    Optimiser& optimiser_;
    at::Tensor shared_;  ///< bytes between the launches
};

}  // namespace gatelab
