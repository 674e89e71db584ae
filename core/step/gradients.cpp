// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/gradients.h"

#include "base/rng.h"
#include "kernels/sequence_lengths.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

namespace gatelab {

namespace {

constexpr double kNormEpsilon = 1e-6;  // as in clip_grad_norm_

void addNoise(const ExperimentConfig& config, const ParameterStore& store, std::int64_t step) {
    // A private generator per step: nothing to save, nothing shared. Drawn on the CPU, so every device gets the same
    // numbers.
    const auto words = Rng(static_cast<std::uint64_t>(config.seed), RandomPurpose::GradientNoise)
                           .block(static_cast<std::uint64_t>(step));
    at::Generator generator = at::detail::createCPUGenerator(std::uint64_t{words[1]} << 32 | words[0]);
    for (const ParameterBuffer& buffer : store.buffers()) {
        if (buffer.isHeld) continue;
        const at::Tensor noise = at::randn(buffer.gradients.sizes(), generator, at::TensorOptions(at::kFloat));
        buffer.gradients.add_(sentTo(buffer.gradients.device(), noise).to(buffer.gradients.scalar_type()),
                              config.gradientNoise);
    }
}

}  // namespace

void addPenalties(const ExperimentConfig& config, const ParameterStore& store, std::int64_t step) {
    if (config.l1 == 0 && config.l2 == 0 && config.gradientNoise == 0) return;
    const at::NoGradGuard noGrad;
    for (const ParameterBuffer& buffer : store.buffers()) {
        if (buffer.isHeld) continue;
        if (config.l2 != 0) buffer.gradients.add_(buffer.values, config.l2);
        if (config.l1 != 0) buffer.gradients.add_(buffer.values.sign(), config.l1);
    }
    if (config.gradientNoise != 0) addNoise(config, store, step);
}

at::Tensor clipGradients(const ExperimentConfig& config, const ParameterStore& store) {
    const at::NoGradGuard noGrad;
    std::vector<at::Tensor> gradients;
    for (const ParameterBuffer& buffer : store.buffers()) gradients.push_back(buffer.gradients);
    if (config.clipValue > 0)
        for (const at::Tensor& gradient : gradients) gradient.clamp_(-config.clipValue, config.clipValue);
    const at::Tensor norm = at::linalg_vector_norm(at::stack(at::_foreach_norm(gradients)));
    if (config.clipNorm <= 0) return norm;
    const at::Tensor factor = (config.clipNorm / (norm + kNormEpsilon)).clamp_max_(1.0);
    // On the CPU a look costs nothing and saves a pass over all gradients; multiplying by 1 would change nothing.
    if (factor.is_cpu() && factor.item<double>() == 1.0) return norm;
    at::_foreach_mul_(gradients, factor);
    return norm;
}

at::Tensor leftOut(const at::Tensor& stopped, const at::Tensor& overflowed, const at::Tensor& loss, at::Tensor& norm) {
    const at::NoGradGuard noGrad;
    if (overflowed.defined()) norm = norm.masked_fill(overflowed != 0, 0);
    stopped.copy_(at::maximum(stopped, (loss + norm).isfinite().logical_not().to(stopped.scalar_type())));
    return overflowed.defined() ? at::maximum(stopped, overflowed) : stopped.clone();
}

}  // namespace gatelab
