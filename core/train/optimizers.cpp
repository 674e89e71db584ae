// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/optimizers.h"

#include "nn/host_memory.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <stdexcept>

namespace gatelab {

namespace {

constexpr double kNadamMomentumDecay = 4e-3;  // PyTorch's NAdam default

/// 1 - beta^step as a scalar tensor on the device, in double so that late steps keep their digits.
at::Tensor biasCorrection(double beta, const at::Tensor& step) { return 1 - at::pow(at::Scalar(beta), step.to(at::kDouble)); }

/// gradient + decay * weight, without touching the gradient when there is no decay.
at::Tensor decayed(const at::Tensor& gradient, const at::Tensor& weight, double decay) { return decay == 0 ? gradient : gradient.add(weight, decay); }

void sgdPlain(const ExperimentConfig& c, const at::Tensor& rate, OptimiserLists& lists) {
    for (std::size_t i = 0; i < lists.weights.size(); ++i) {
        at::Tensor gradient = decayed(lists.gradients[i], lists.weights[i], c.weightDecay);
        if (c.momentum != 0) {
            const at::Tensor& buffer = lists.slots[0][i].mul_(c.momentum).add_(gradient);
            gradient = c.nesterov ? gradient.add(buffer, c.momentum) : buffer;
        }
        lists.weights[i].sub_(gradient * rate);
    }
}

void rmspropPlain(const ExperimentConfig& c, const at::Tensor& rate, OptimiserLists& lists) {
    for (std::size_t i = 0; i < lists.weights.size(); ++i) {
        const at::Tensor gradient = decayed(lists.gradients[i], lists.weights[i], c.weightDecay);
        const at::Tensor& square = lists.slots[0][i].mul_(c.beta2).addcmul_(gradient, gradient, 1 - c.beta2);
        at::Tensor update = gradient / square.sqrt().add_(c.epsilon);
        if (c.momentum != 0) update = lists.slots[1][i].mul_(c.momentum).add_(update);
        lists.weights[i].sub_(update * rate);
    }
}

void adamMoments(const ExperimentConfig& c, const at::Tensor& gradient, OptimiserLists& lists, std::size_t i) {
    lists.slots[0][i].lerp_(gradient, 1 - c.beta1);
    lists.slots[1][i].mul_(c.beta2).addcmul_(gradient, gradient, 1 - c.beta2);
}

void adamUpdate(const ExperimentConfig& c, const at::Tensor& rate, OptimiserLists& lists, std::size_t i) {
    const at::Tensor first = biasCorrection(c.beta1, lists.steps[i]), second = biasCorrection(c.beta2, lists.steps[i]);
    const at::Tensor denominator = (lists.slots[1][i].sqrt() / second.sqrt()).add_(c.epsilon);
    lists.weights[i].sub_(lists.slots[0][i] / denominator * (rate / first));
}

void adamPlain(const ExperimentConfig& c, const at::Tensor& rate, OptimiserLists& lists) {
    for (std::size_t i = 0; i < lists.weights.size(); ++i) {
        adamMoments(c, decayed(lists.gradients[i], lists.weights[i], c.weightDecay), lists, i);
        adamUpdate(c, rate, lists, i);
    }
}

void adamwPlain(const ExperimentConfig& c, const at::Tensor& rate, OptimiserLists& lists) {
    for (std::size_t i = 0; i < lists.weights.size(); ++i) {
        if (c.weightDecay != 0) lists.weights[i].mul_(1 - rate * c.weightDecay);
        adamMoments(c, lists.gradients[i], lists, i);
        adamUpdate(c, rate, lists, i);
    }
}

void nadamPlain(const ExperimentConfig& c, const at::Tensor& rate, OptimiserLists& lists) {
    for (std::size_t i = 0; i < lists.weights.size(); ++i) {
        const at::Tensor gradient = decayed(lists.gradients[i], lists.weights[i], c.weightDecay);
        const at::Tensor step = lists.steps[i].to(at::kDouble);
        const auto mu = [&](const at::Tensor& at) { return c.beta1 * (1 - 0.5 * at::pow(at::Scalar(0.96), at * kNadamMomentumDecay)); };
        const at::Tensor now = mu(step), next = mu(step + 1);
        const at::Tensor& product = lists.slots[2][i].mul_(now);
        adamMoments(c, gradient, lists, i);
        const at::Tensor denominator = (lists.slots[1][i] / biasCorrection(c.beta2, lists.steps[i])).sqrt_().add_(c.epsilon);
        lists.weights[i].sub_(gradient / denominator * (rate * (1 - now) / (1 - product)));
        lists.weights[i].sub_(lists.slots[0][i] / denominator * (rate * next / (1 - product * next)));
    }
}

void adagradPlain(const ExperimentConfig& c, const at::Tensor& rate, OptimiserLists& lists) {
    for (std::size_t i = 0; i < lists.weights.size(); ++i) {
        const at::Tensor gradient = decayed(lists.gradients[i], lists.weights[i], c.weightDecay);
        const at::Tensor& sum = lists.slots[0][i].addcmul_(gradient, gradient, 1);
        lists.weights[i].sub_(gradient / sum.sqrt().add_(c.epsilon) * rate);
    }
}

void sgdFused(const ExperimentConfig& c, const at::Tensor& rate, OptimiserLists& lists) {
    // The momentum buffer starts at zero, which makes the first step what PyTorch's first step is; the flag is host state that a graph would freeze.
    const bool isFirstStep = false;
    at::_fused_sgd_(lists.weights, lists.gradients, c.momentum != 0 ? at::TensorList(lists.slots[0]) : at::TensorList(), c.weightDecay, c.momentum, rate,
                    /*dampening=*/0.0, c.nesterov && c.momentum != 0, /*maximize=*/false, isFirstStep, {}, lists.leftOut);
}

void adamFused(const ExperimentConfig& c, const at::Tensor& rate, OptimiserLists& lists) {
    at::_fused_adam_(lists.weights, lists.gradients, lists.slots[0], lists.slots[1], {}, lists.steps, rate, c.beta1, c.beta2, c.weightDecay, c.epsilon,
                     /*amsgrad=*/false, /*maximize=*/false, {}, lists.leftOut);
}

void adamwFused(const ExperimentConfig& c, const at::Tensor& rate, OptimiserLists& lists) {
    at::_fused_adamw_(lists.weights, lists.gradients, lists.slots[0], lists.slots[1], {}, lists.steps, rate, c.beta1, c.beta2, c.weightDecay, c.epsilon,
                      /*amsgrad=*/false, /*maximize=*/false, {}, lists.leftOut);
}

void adagradFused(const ExperimentConfig& c, const at::Tensor& rate, OptimiserLists& lists) {
    at::_fused_adagrad_(lists.weights, lists.gradients, lists.slots[0], lists.steps, rate, /*lr_decay=*/0.0, c.weightDecay, c.epsilon, /*maximize=*/false, {},
                         lists.leftOut);
}

const std::vector<OptimiserRow>& table() {
    static const std::vector<OptimiserRow> rows = {
        {"sgd", {"momentum"}, sgdPlain, sgdFused},
        {"rmsprop", {"square", "momentum"}, rmspropPlain, nullptr},
        {"adam", {"mean", "square"}, adamPlain, adamFused},
        {"adamw", {"mean", "square"}, adamwPlain, adamwFused},
        {"nadam", {"mean", "square", "mu_product"}, nadamPlain, nullptr},
        {"adagrad", {"sum"}, adagradPlain, adagradFused},
    };
    return rows;
}

/// mu_product is one number per buffer, not one per weight.
at::Tensor startOf(std::string_view slot, const at::Tensor& weights) {
    return slot == "mu_product" ? at::ones({}, weights.options().dtype(at::kDouble)) : at::zeros_like(weights);
}

}  // namespace

std::span<const OptimiserRow> optimiserRows() { return table(); }

const OptimiserRow* findOptimiser(std::string_view key) {
    const auto row = std::ranges::find_if(table(), [&](const OptimiserRow& r) { return key == r.key; });
    return row == table().end() ? nullptr : &*row;
}

Optimiser::Optimiser(const ExperimentConfig& config, const ParameterStore& store) : row_(findOptimiser(config.optimiser)) {
    if (row_ == nullptr) throw std::invalid_argument("unknown optimiser '" + config.optimiser + "'");
    const MemoryScope optimiser(MemoryCause::Optimiser);
    lists_.slots.resize(row_->slots.size());
    const auto addPiece = [&](const at::Tensor& values, const at::Tensor& gradients) {
        lists_.weights.push_back(values.detach());
        lists_.gradients.push_back(gradients);
        lists_.steps.push_back(at::zeros({}, values.options().dtype(at::kFloat).requires_grad(false)));
        for (std::size_t slot = 0; slot < row_->slots.size(); ++slot) lists_.slots[slot].push_back(startOf(row_->slots[slot], lists_.weights.back()));
    };
    if (config.fusedOptimiser) for (const ParameterBuffer& buffer : store.buffers()) addPiece(buffer.values, buffer.gradients);
    else for (const Parameter& parameter : store.all()) addPiece(parameter.value, parameter.value.grad());
    // LibTorch's CUDA kernels read a float32 rate, which is no rate for FP64.
    const at::Tensor& first = lists_.weights.front();
    fused_ = config.fusedOptimiser && row_->fused != nullptr && !(first.is_cuda() && first.scalar_type() == at::kDouble);
    rate_ = rateTensors(1).select(0, 0);
}

at::Tensor Optimiser::rateTensors(std::int64_t count) const {
    const auto& counter = lists_.steps.front();
    return at::zeros({count}, counter.options().dtype(fused_ && counter.is_cuda() ? at::kFloat : at::kDouble));
}

const at::Tensor& Optimiser::rateTensor(double rate) {
    const at::NoGradGuard noGrad;
    if (rate != lastRate_) rate_.fill_(lastRate_ = rate);
    return rate_;
}

void Optimiser::step(const ExperimentConfig& config, double rate) { step(config, rateTensor(rate)); }

void Optimiser::step(const ExperimentConfig& config, const at::Tensor& rate, const at::Tensor& leftOut) {
    const at::NoGradGuard noGrad;
    lists_.leftOut = leftOut.defined() ? std::optional(leftOut) : std::nullopt;
    for (const at::Tensor& count : lists_.steps) {
        if (leftOut.defined()) count.add_(1 - leftOut);
        else count.add_(1);
    }
    if (fused_) row_->fused(config, rate, lists_);
    else stepPlain(config, rate);
}

void Optimiser::stepPlain(const ExperimentConfig& config, const at::Tensor& rate) {
    if (!lists_.leftOut) return row_->plain(config, rate, lists_);
    // The formulas know no such case: what they change is put back.
    std::vector<std::pair<at::Tensor, at::Tensor>> before;
    const auto keep = [&](const std::vector<at::Tensor>& tensors) {
        for (const at::Tensor& tensor : tensors) before.emplace_back(tensor, tensor.clone());
    };
    keep(lists_.weights);
    for (const auto& slot : lists_.slots) keep(slot);
    row_->plain(config, rate, lists_);
    const at::Tensor isLeftOut = *lists_.leftOut != 0;
    for (const auto& [now, then] : before) now.copy_(at::where(isLeftOut, then, now));
}

std::vector<std::pair<std::string, at::Tensor>> Optimiser::state() const {
    std::vector<std::pair<std::string, at::Tensor>> named;
    for (std::size_t i = 0; i < lists_.weights.size(); ++i) {
        const std::string place = "." + std::to_string(i);
        named.emplace_back("step" + place, lists_.steps[i]);
        for (std::size_t slot = 0; slot < lists_.slots.size(); ++slot) named.emplace_back(row_->slots[slot] + place, lists_.slots[slot][i]);
    }
    return named;
}

}  // namespace gatelab
