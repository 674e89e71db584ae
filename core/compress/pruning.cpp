// SPDX-License-Identifier: GPL-3.0-or-later
#include "compress/pruning.h"

#include "compress/packed_matrix.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

namespace gatelab {
namespace {

constexpr double kFrom = 0.2, kUntil = 0.67;  ///< of the steps
constexpr std::int64_t kChoices = 50;         ///< of masks in one training

void applyTo(const std::vector<at::Tensor>& matrices, const std::vector<at::Tensor>& masks) {
    const at::NoGradGuard noGrad;
    for (std::size_t i = 0; i < masks.size(); ++i) at::Tensor(matrices[i]).mul_(masks[i]);
}

}  // namespace

std::vector<at::Tensor> recurrentMatrices(const ParameterStore& store) {
    std::vector<at::Tensor> matrices;
    for (const Parameter& parameter : store.all())
        if (parameter.name.find("weight_hh") != std::string::npos) matrices.push_back(parameter.value);
    return matrices;
}

double gradualShare(double final, std::int64_t step, std::int64_t steps) {
    const double at = steps > 0 ? static_cast<double>(step) / static_cast<double>(steps) : 1;
    const double left = 1 - std::clamp((at - kFrom) / (kUntil - kFrom), 0.0, 1.0);
    return final * (1 - left * left * left);
}

at::Tensor blockMask(const at::Tensor& matrix, double share) {
    const at::NoGradGuard noGrad;
    const std::int64_t rows = matrix.size(0), columns = matrix.size(1);
    std::vector<at::Tensor> means;
    for (std::int64_t row = 0; row < rows; row += kPanelRows)
        means.push_back(matrix.narrow(0, row, std::min(kPanelRows, rows - row)).abs().mean(0));
    const at::Tensor order = at::stack(means).reshape({-1}).argsort();
    at::Tensor on = at::ones({order.size(0)}, matrix.options());
    const auto out = std::llround(share * static_cast<double>(order.size(0)));
    on.index_fill_(0, order.narrow(0, 0, out), 0);
    return on.reshape({-1, columns}).repeat_interleave(kPanelRows, 0).narrow(0, 0, rows).contiguous();
}

double thresholdOf(const std::vector<at::Tensor>& matrices, double share) {
    const at::NoGradGuard noGrad;
    std::vector<at::Tensor> parts;
    for (const at::Tensor& matrix : matrices) parts.push_back(matrix.abs().reshape({-1}));
    const at::Tensor sorted = std::get<0>(at::cat(parts).sort());
    const auto out = std::llround(share * static_cast<double>(sorted.size(0)));
    return out < sorted.size(0) ? sorted[out].item<double>() : HUGE_VAL;
}

at::Tensor rankProjector(const at::Tensor& matrix, std::int64_t rank) {
    const at::NoGradGuard noGrad;
    const at::Tensor right = std::get<2>(at::linalg_svd(matrix.to(at::kDouble), false)).narrow(0, 0, rank);
    return right.t().matmul(right).to(matrix.scalar_type());
}

void BlockPruning::afterStep(std::int64_t step, std::int64_t steps) {
    const std::int64_t every = std::max<std::int64_t>(1, steps / kChoices);
    if (step == 0) return;
    if (step % every == 0 && static_cast<double>(step - every) <= kUntil * static_cast<double>(steps)) {
        masks_.clear();
        for (const at::Tensor& matrix : matrices_)
            masks_.push_back(blockMask(matrix, gradualShare(share_, step, steps)));
    }
    applyTo(matrices_, masks_);
}

ThresholdPruning::ThresholdPruning(std::vector<at::Tensor> matrices, double threshold)
    : matrices_(std::move(matrices)) {
    const at::NoGradGuard noGrad;
    for (const at::Tensor& matrix : matrices_) masks_.push_back((matrix.abs() >= threshold).to(matrix.scalar_type()));
}

void ThresholdPruning::afterStep(std::int64_t, std::int64_t) { applyTo(matrices_, masks_); }

RankPruning::RankPruning(std::vector<at::Tensor> matrices, std::int64_t rank) : matrices_(std::move(matrices)) {
    for (const at::Tensor& matrix : matrices_) projectors_.push_back(rankProjector(matrix, rank));
}

void RankPruning::afterStep(std::int64_t, std::int64_t) {
    const at::NoGradGuard noGrad;
    for (std::size_t i = 0; i < matrices_.size(); ++i) matrices_[i].copy_(matrices_[i].matmul(projectors_[i]));
}

}  // namespace gatelab
