// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "nn/parameter_store.h"

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace gatelab {

/// Adds the gradients of the L1 and L2 penalties (l1 * sum|w|, l2 / 2 * sum w^2) and Gaussian noise of deviation
/// gradient_noise. The noise of a step is a function of (seed, step).
void addPenalties(const ExperimentConfig& config, const ParameterStore& store, std::int64_t step);

/// Limits every element to clip_value and then the norm of all gradients to clip_norm, as PyTorch's clip_grad_value_
/// and clip_grad_norm_ do, on the device and without synchronising. Returns the norm before clipping (scalar tensor).
at::Tensor clipGradients(const ExperimentConfig& config, const ParameterStore& store);

/// Whether an update must be left out, without waiting for a device: a float32 scalar there, 1: yes. That is so where
/// the gradients overflowed in FP16
/// (`overflowed`, of the same kind; undefined: no scaling), whose norm becomes 0, and from the first other loss or norm
/// on that is not finite, which `stopped` keeps: the weights before that step stay until somebody has looked.
at::Tensor leftOut(const at::Tensor& stopped, const at::Tensor& overflowed, const at::Tensor& loss, at::Tensor& norm);

}  // namespace gatelab
