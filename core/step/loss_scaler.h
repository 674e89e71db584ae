// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nn/parameter_store.h"

#include <ATen/core/Tensor.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

/// Dynamic loss scaling for passes in FP16 (Micikevicius et al. 2018), with the rules and numbers of PyTorch's
/// GradScaler: the loss is multiplied by a scale that starts at 65536, is halved by every step whose gradient
/// overflows, and doubled after 2000 steps in a row without. A step that overflows is left out. Owned and used by the
/// training thread; the state belongs to the TrainingState.
class LossScaler {
public:
    /// Does nothing unless the passes are in FP16.
    LossScaler(std::optional<at::ScalarType> compute, const at::TensorOptions& options);

    [[nodiscard]] bool active() const { return scale_.defined(); }
    /// What the backward pass starts from.
    [[nodiscard]] at::Tensor scaled(const at::Tensor& loss) const { return active() ? loss * scale_ : loss; }
    /// Takes the scale off the gradients and adapts it. False: a gradient overflowed, the step must be left out. On a
    /// GPU nobody waits for that answer: it is always true, and overflowed() tells the device.
    bool unscale(const ParameterStore& store);
    /// Whether the step just unscaled must be left out, as a float32 scalar (1: yes); undefined: there is no scaling.
    [[nodiscard]] at::Tensor overflowed() const;
    /// The scale is so low that no overflow explains a gradient that is not finite.
    [[nodiscard]] bool exhausted() const;
    /// Every stateful tensor under a stable name.
    [[nodiscard]] std::vector<std::pair<std::string, at::Tensor>> state() const;

private:
    at::Tensor scale_, growth_, overflowed_;  ///< float32 [1], int32 [1], float32 [1]; undefined: off
};

}  // namespace gatelab
