// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "config/experiment_config.h"
#include "nn/model.h"

#include <ATen/ATen.h>

#include <torch/csrc/autograd/autograd.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

/// What tests of networks share.
namespace gatelab::testing {

inline at::Tensor randomTensor(at::IntArrayRef shape, std::uint64_t seed, at::ScalarType dtype = at::kDouble) {
    at::Tensor tensor = at::empty(shape, at::kDouble);
    Rng rng(seed, RandomPurpose::Test);
    for (std::int64_t i = 0; i < tensor.numel(); ++i) tensor.data_ptr<double>()[i] = rng.normal();
    return tensor.to(dtype);
}

inline std::unique_ptr<Model> makeModel(const ExperimentConfig& config, const ModelShape& shape,
                                        at::ScalarType dtype = at::kDouble, std::uint64_t seed = 3) {
    ModelOptions options;
    options.dtype = dtype;
    options.seed = seed;
    auto model = Model::create(config, shape, options);
    if (!model) throw std::runtime_error(model.error().message);
    return std::move(model).value();
}

/// Largest absolute difference; infinite where shapes differ or a number is not finite.
inline double difference(const at::Tensor& a, const at::Tensor& b) {
    if (!a.defined() || !b.defined() || a.sizes() != b.sizes()) return INFINITY;
    if (a.numel() == 0) return 0;
    const double d = (a.detach().to(at::kDouble) - b.detach().to(at::kDouble)).abs().max().item<double>();
    return std::isfinite(d) ? d : INFINITY;
}

/// The same, in parts of the larger of 1 and the largest entry of b.
inline double relativeDifference(const at::Tensor& a, const at::Tensor& b) {
    return difference(a, b) / std::max(1.0, b.numel() ? b.detach().to(at::kDouble).abs().max().item<double>() : 1.0);
}

inline void copyWeights(const Model& from, Model& to) {
    const at::NoGradGuard noGrad;
    for (std::size_t i = 0; i < from.parameters().buffers().size(); ++i)
        to.parameters().buffers()[i].values.copy_(from.parameters().buffers()[i].values);
}

}  // namespace gatelab::testing
