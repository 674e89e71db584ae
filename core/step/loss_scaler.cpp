// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/loss_scaler.h"

#include <ATen/ATen.h>

namespace gatelab {

namespace {

constexpr double kFirstScale = 65536, kGrowth = 2, kBackoff = 0.5, kLowestScale = 1.0 / 1024;
constexpr std::int64_t kGrowthSteps = 2000;

}  // namespace

LossScaler::LossScaler(std::optional<at::ScalarType> compute, const at::TensorOptions& options) {
    if (compute != at::kHalf) return;
    scale_ = at::full({1}, kFirstScale, options.dtype(at::kFloat));
    growth_ = at::zeros({1}, options.dtype(at::kInt));
    overflowed_ = at::zeros({1}, options.dtype(at::kFloat));
}

bool LossScaler::unscale(const ParameterStore& store) {
    if (!active()) return true;
    const at::NoGradGuard noGrad;
    overflowed_.zero_();
    std::vector<at::Tensor> gradients;
    for (const ParameterBuffer& buffer : store.buffers()) gradients.push_back(buffer.gradients);
    at::_amp_foreach_non_finite_check_and_unscale_(gradients, overflowed_, scale_.reciprocal());
    at::_amp_update_scale_(scale_, growth_, overflowed_, kGrowth, kBackoff, kGrowthSteps);
    return !overflowed_.is_cpu() || overflowed_.item<float>() == 0;
}

// With a scale that is low already the gradient itself is not finite.
at::Tensor LossScaler::overflowed() const {
    return active() ? (overflowed_ * (scale_ >= kLowestScale)).select(0, 0) : at::Tensor();
}

bool LossScaler::exhausted() const { return active() && scale_.item<float>() < kLowestScale; }

std::vector<std::pair<std::string, at::Tensor>> LossScaler::state() const {
    if (!active()) return {};
    return {{"scale", scale_}, {"growth", growth_}};
}

}  // namespace gatelab
