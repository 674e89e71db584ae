// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace gatelab {

/// All its numbers in float64, row by row; of any device and type.
std::vector<double> numbersOf(const at::Tensor& tensor);

}  // namespace gatelab
