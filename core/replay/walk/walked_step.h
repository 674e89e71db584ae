// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <string>
#include <utility>
#include <vector>

namespace gatelab {

/// What one step of one direction computes, and its gradients: 1-D float64 tensors under the keys of WalkQuantity.
struct WalkedStep {
    std::vector<std::pair<std::string, std::pair<at::Tensor, at::Tensor>>> quantities;
    void keep(const char* key, const at::Tensor& value, const at::Tensor& gradient) {
        quantities.emplace_back(key, std::pair(value, gradient));
    }
    [[nodiscard]] const at::Tensor& value(const std::string& key) const;
    [[nodiscard]] const at::Tensor& gradient(const std::string& key) const;
};

/// What is read, and what is known of the states after: gradients through everything that comes later, as LibTorch has
/// them.
struct StepSurroundings {
    at::Tensor x, h0, c0, gradientHidden, gradientCell;
    at::Tensor on;  ///< 0 and 1 per output; undefined: all on
    double zoneout = 0;
};

}  // namespace gatelab
