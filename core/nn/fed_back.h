// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace gatelab {

/// The input columns that a recursive decoder feeds its forecasts back to.
class FedBack {
public:
    FedBack() = default;  ///< no such decoder
    /// columns: of each target, all different, each below `inputs`.
    FedBack(const std::vector<std::int64_t>& columns, std::int64_t inputs, at::Device device);

    [[nodiscard]] bool defined() const { return columns_.defined(); }
    /// `others` [batch, inputs] with `values` [batch, targets] in these columns. The numbers and gradients of
    /// index_copy, which sorts its indices on a GPU where a run is to be deterministic; nothing is sorted here.
    [[nodiscard]] at::Tensor into(const at::Tensor& others, const at::Tensor& values) const;

private:
    at::Tensor columns_;  // int64 [targets]
    at::Tensor target_;   // int64 [inputs]: whose value a column gets; 0 where it gets none
    at::Tensor isFed_;    // bool [inputs]
};

}  // namespace gatelab
