// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/ATen.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace gatelab {

/// How far two ways to compute a layer may differ, in parts of the largest number of a tensor. tensorCores: products of
/// FP32 numbers are rounded to TF32.
inline double passTolerance(at::ScalarType type, bool tensorCores) {
    if (type == at::kDouble) return 1e-9;
    if (type == at::kBFloat16) return 1e-1;
    return type == at::kHalf || tensorCores ? 2e-2 : 1e-3;
}

/// The largest difference of `found` from `expected`, tensor by tensor, each in parts of the largest number that is
/// expected there, or of `least`; infinite where a number is none, or a shape is another. Waits for the device. In the
/// header, because the CUDA module links nothing of the engine.
inline double largestDifference(const std::vector<at::Tensor>& found, const std::vector<at::Tensor>& expected,
                                double least = 1e-6) {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    if (found.size() != expected.size()) return kInfinite;
    double largest = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (found[i].sizes() != expected[i].sizes()) return kInfinite;
        if (expected[i].numel() == 0) continue;
        const at::Tensor a = found[i].to(at::kDouble), b = expected[i].to(at::kDouble);
        const double difference = (a - b).abs().max().item<double>() / std::max(least, b.abs().max().item<double>());
        if (!(difference < kInfinite)) return kInfinite;
        largest = std::max(largest, difference);
    }
    return largest;
}

}  // namespace gatelab
