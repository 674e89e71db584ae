// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nn/parameter_store.h"

namespace gatelab {

/// The parameters in a lower precision for the products of a pass, while the store keeps the exact ones (mixed
/// precision, Micikevicius et al. 2018): flat buffers of the same layout, refreshed at every pass, whose gradients flow
/// back into the store's. Owned by the model.
class ComputeCopy {
public:
    ComputeCopy(const ParameterStore& store, at::ScalarType dtype);
    /// One tensor per parameter, in the store's order, with autograd history.
    [[nodiscard]] std::vector<at::Tensor> refresh(const ParameterStore& store) const;

private:
    std::vector<at::Tensor> buffers_;
};

}  // namespace gatelab
