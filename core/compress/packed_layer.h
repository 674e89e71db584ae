// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compress/packed_matrix.h"
#include "kernels/recurrent.h"

#include <ATen/core/Tensor.h>

#include <span>

namespace gatelab {

/// The one row of a model's implementations (ModelOptions::implementations) whose recurrent products use such matrices:
/// forward passes in float32 on the processor, one thread. It finds what can be left out in the weights themselves:
/// blocks and weights that are zero, the rank of W_hh. They are packed at the first pass and must stay as they are from
/// then on. Int8 and BlocksInt8 hold the input's matrix in bytes, too; the other kinds keep it dense.
std::span<const RecurrentImplementation> packedImplementations(PackKind kind);

/// W_hh [rows, columns] as such a layer holds it.
PackedMatrix packRecurrent(PackKind kind, const at::Tensor& weights);
/// W_ih likewise.
PackedMatrix packInput(PackKind kind, const at::Tensor& weights);

}  // namespace gatelab
