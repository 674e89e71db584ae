// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nn/parameter_store.h"

#include <cstdint>
#include <vector>

namespace gatelab {

/// The parameters once more for the products of a pass, while the store keeps the exact ones: in a lower precision
/// (mixed precision, Micikevicius et al. 2018), or those of several layers side by side. Flat buffers, refreshed at
/// every pass, whose gradients flow back into the store's. Owned by the model, which it must not outlive.
class ComputeCopy {
public:
    /// In the layout of the store.
    ComputeCopy(const ParameterStore& store, at::ScalarType dtype) : ComputeCopy(store, dtype, 0) {}
    /// Those of the store's first `stacked` buffers, each of matrices before biases, in one: all matrices, buffer by
    /// buffer, then all biases, as cuDNN has a stack of layers. In the store's own precision the others are no copies.
    ComputeCopy(const ParameterStore& store, at::ScalarType dtype, std::size_t stacked);
    /// One tensor per parameter, in the store's order, with autograd history.
    [[nodiscard]] std::vector<at::Tensor> refresh(const ParameterStore& store) const;

    /// Some parameters in a row and where their copies lie.
    struct Block {
        std::size_t first = 0;  ///< of the store's parameters
        at::Tensor whole;
        std::vector<std::int64_t> offsets;  ///< in it, one per parameter
        struct Piece {
            at::Tensor exact, copy;  ///< 1-D
        };
        std::vector<Piece> pieces;
    };

private:
    std::vector<Block> blocks_;
};

}  // namespace gatelab
