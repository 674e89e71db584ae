// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/cell_traits.h"
#include "nn/model.h"

#include <ATen/ATen.h>

#include <cstdint>
#include <string>

namespace gatelab {

/// The weights of one direction of one layer in float64; undefined where there are none.
struct CellWeights {
    const CellTraits& cell;
    std::int64_t layer, direction;
    at::Tensor input, hidden, inputBias, hiddenBias, projection, peephole;
    CellWeights(const Model& model, const CellTraits& ofCell, std::int64_t ofLayer, std::int64_t ofDirection);
    /// In the checkpoint, of "weight_ih".
    [[nodiscard]] std::string name(const char* what) const;
    [[nodiscard]] std::int64_t units() const { return input.size(0) / cell.blocks(); }
    [[nodiscard]] at::Tensor fromInput(const at::Tensor& x) const { return at::matmul(input, x) + inputBias; }
    /// What the sums have of the state before, and what it gets of their gradients.
    [[nodiscard]] at::Tensor fromHidden(const at::Tensor& h0) const;
    [[nodiscard]] at::Tensor toHidden(const at::Tensor& back) const;
};

}  // namespace gatelab
