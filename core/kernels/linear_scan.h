// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <utility>

/// Linear recurrences over the first dimension of tensors on the processor, in float or double, with their gradients.
/// Both directions are an associative scan: long stretches of few numbers are cut into pieces whose ends are found
/// first (Blelloch 1990, Prefix sums and their applications; Martin & Cundy 2018), then every piece runs from the right
/// start. How they are cut follows from the shape alone, so the number of threads (LibTorch's own) changes no bit.
namespace gatelab {

/// h[t] = a[t] h[t-1] + b[t] with h[-1] = start; a, b and what comes back [time, batch, units], start [batch, units].
at::Tensor linearScan(const at::Tensor& a, const at::Tensor& b, const at::Tensor& start);

/// c[t] + i j[t] = (real + i imaginary) (c[t-1] + i j[t-1]) + u[t] + i v[t]; real, imaginary [units], u, v, c and j
/// [time, batch, units], start [batch, 2 * units]: c, then j.
std::pair<at::Tensor, at::Tensor> turningScan(const at::Tensor& real, const at::Tensor& imaginary, const at::Tensor& u,
                                              const at::Tensor& v, const at::Tensor& start);

/// Pieces of time into which a scan over so many numbers a step is cut; 1: none.
std::int64_t scanPieces(std::int64_t steps, std::int64_t numbers);

}  // namespace gatelab
