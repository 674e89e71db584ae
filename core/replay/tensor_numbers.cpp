// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/tensor_numbers.h"

#include <ATen/ATen.h>

namespace gatelab {

std::vector<double> numbersOf(const at::Tensor& tensor) {
    const at::Tensor flat = tensor.detach().to(at::kCPU, at::kDouble).contiguous();
    const double* first = flat.const_data_ptr<double>();
    return {first, first + flat.numel()};
}

}  // namespace gatelab
