// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers.h"

#include "config/setting_predicates.h"
#include "nn/host_memory.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <stdexcept>

namespace gatelab {

namespace {

/// 1 - beta^step as a scalar tensor on the device, in double so that late steps keep their digits.
template <class Beta>
at::Tensor biasCorrection(const Beta& beta, const at::Tensor& step) {
    return 1 - at::pow(beta, step.to(at::kDouble));
}

/// gradient + decay * weight, without touching the gradient when there is no decay.
at::Tensor decayed(const at::Tensor& gradient, const at::Tensor& weight, double decay) {
    return decay == 0 ? gradient : gradient.add(weight, decay);
}

/// The gradient of piece i as the Adam family takes it, after the decay of its weights.
at::Tensor decayedByChoice(const ExperimentConfig& c, const DeviceStep& now, OptimiserLists& lists, std::size_t i) {
    if (!decouplesWeightDecay(c)) return decayed(lists.gradients[i], lists.weights[i], c.weightDecay);
    if (c.weightDecay != 0) lists.weights[i].mul_(1 - now.rate * c.weightDecay);
    return lists.gradients[i];
}

/// What the momentum takes of piece i's gradient: all of the first one, as in PyTorch.
at::Tensor dampened(const ExperimentConfig& c, const at::Tensor& gradient, const OptimiserLists& lists, std::size_t i) {
    if (c.dampening == 0) return gradient;
    return gradient * (1 - lists.steps[i].gt(1).to(at::kDouble) * c.dampening);
}

void sgdPlain(const ExperimentConfig& c, const DeviceStep& now, OptimiserLists& lists) {
    for (std::size_t i = 0; i < lists.weights.size(); ++i) {
        at::Tensor gradient = decayed(lists.gradients[i], lists.weights[i], c.weightDecay);
        if (usesMomentum(c)) {
            const at::Tensor& buffer = lists.slots[0][i].mul_(now.momentum).add_(dampened(c, gradient, lists, i));
            gradient = c.nesterov ? gradient + buffer * now.momentum : buffer;
        }
        lists.weights[i].sub_(gradient * now.rate);
    }
}

void rmspropPlain(const ExperimentConfig& c, const DeviceStep& now, OptimiserLists& lists) {
    const bool centered = !lists.slots[2].empty();
    for (std::size_t i = 0; i < lists.weights.size(); ++i) {
        const at::Tensor gradient = decayed(lists.gradients[i], lists.weights[i], c.weightDecay);
        const at::Tensor& square = lists.slots[0][i].mul_(c.beta2).addcmul_(gradient, gradient, 1 - c.beta2);
        at::Tensor root;
        if (centered) {
            const at::Tensor& mean = lists.slots[2][i].lerp_(gradient, 1 - c.beta2);
            root = square.addcmul(mean, mean, -1).sqrt_();
        } else {
            root = square.sqrt();
        }
        at::Tensor update = gradient / root.add_(c.epsilon);
        if (usesMomentum(c)) update = lists.slots[1][i].mul_(now.momentum).add_(update);
        lists.weights[i].sub_(update * now.rate);
    }
}

void adamMoments(const ExperimentConfig& c, const DeviceStep& now, const at::Tensor& gradient, OptimiserLists& lists,
                 std::size_t i) {
    lists.slots[0][i].lerp_(gradient, (1 - now.momentum).to(gradient.scalar_type()));
    lists.slots[1][i].mul_(c.beta2).addcmul_(gradient, gradient, 1 - c.beta2);
}

void adamPlain(const ExperimentConfig& c, const DeviceStep& now, OptimiserLists& lists) {
    const bool amsgrad = !lists.slots[2].empty();
    for (std::size_t i = 0; i < lists.weights.size(); ++i) {
        adamMoments(c, now, decayedByChoice(c, now, lists, i), lists, i);
        if (amsgrad) at::maximum_out(lists.slots[2][i], lists.slots[2][i], lists.slots[1][i]);
        const at::Tensor& square = lists.slots[amsgrad ? 2 : 1][i];
        const at::Tensor first = biasCorrection(now.momentum, lists.steps[i]),
                         second = biasCorrection(at::Scalar(c.beta2), lists.steps[i]);
        const at::Tensor denominator = (square.sqrt() / second.sqrt()).add_(c.epsilon);
        lists.weights[i].sub_(lists.slots[0][i] / denominator * (now.rate / first));
    }
}

void nadamPlain(const ExperimentConfig& c, const DeviceStep& now, OptimiserLists& lists) {
    for (std::size_t i = 0; i < lists.weights.size(); ++i) {
        const at::Tensor gradient = decayedByChoice(c, now, lists, i);
        const at::Tensor step = lists.steps[i].to(at::kDouble);
        const auto mu = [&](const at::Tensor& at) {
            return now.momentum * (1 - 0.5 * at::pow(at::Scalar(0.96), at * c.momentumDecay));
        };
        const at::Tensor here = mu(step), next = mu(step + 1);
        const at::Tensor& product = lists.slots[2][i].mul_(here);
        adamMoments(c, now, gradient, lists, i);
        const at::Tensor denominator =
            (lists.slots[1][i] / biasCorrection(at::Scalar(c.beta2), lists.steps[i])).sqrt_().add_(c.epsilon);
        lists.weights[i].sub_(gradient / denominator * (now.rate * (1 - here) / (1 - product)));
        lists.weights[i].sub_(lists.slots[0][i] / denominator * (now.rate * next / (1 - product * next)));
    }
}

void adagradPlain(const ExperimentConfig& c, const DeviceStep& now, OptimiserLists& lists) {
    for (std::size_t i = 0; i < lists.weights.size(); ++i) {
        const at::Tensor gradient = decayed(lists.gradients[i], lists.weights[i], c.weightDecay);
        const at::Tensor& sum = lists.slots[0][i].addcmul_(gradient, gradient, 1);
        const at::Tensor rate = c.learningRateDecay == 0
                                    ? now.rate
                                    : now.rate / (1 + (lists.steps[i].to(at::kDouble) - 1) * c.learningRateDecay);
        lists.weights[i].sub_(gradient / sum.sqrt().add_(c.epsilon) * rate);
    }
}

void sgdFused(const ExperimentConfig& c, const DeviceStep& now, OptimiserLists& lists) {
    // The momentum buffer starts at zero, which makes the first step what PyTorch's first step is; the flag is host
    // state that a graph would freeze.
    const bool isFirstStep = false;
    at::_fused_sgd_(lists.weights, lists.gradients, c.momentum != 0 ? at::TensorList(lists.slots[0]) : at::TensorList(),
                    c.weightDecay, c.momentum, now.rate,
                    /*dampening=*/0.0, c.nesterov && c.momentum != 0, /*maximize=*/false, isFirstStep, {},
                    lists.leftOut);
}

void adamFused(const ExperimentConfig& c, const DeviceStep& now, OptimiserLists& lists) {
    const auto update = [&](auto kernel) {
        kernel(lists.weights, lists.gradients, lists.slots[0], lists.slots[1], lists.slots[2], lists.steps, now.rate,
               c.beta1, c.beta2, c.weightDecay, c.epsilon, !lists.slots[2].empty(), /*maximize=*/false,
               std::optional<at::Tensor>(), lists.leftOut);
    };
    if (decouplesWeightDecay(c))
        update([](auto&&... all) { at::_fused_adamw_(all...); });
    else
        update([](auto&&... all) { at::_fused_adam_(all...); });
}

void adagradFused(const ExperimentConfig& c, const DeviceStep& now, OptimiserLists& lists) {
    at::_fused_adagrad_(lists.weights, lists.gradients, lists.slots[0], lists.steps, now.rate, c.learningRateDecay,
                        c.weightDecay, c.epsilon, /*maximize=*/false, {}, lists.leftOut);
}

/// A one-call kernel takes the momentum, and which step is the first, from the host: a recorded graph would freeze
/// them.
bool fitsOneCall(const ExperimentConfig& c) { return !cyclesMomentum(c) && !(isSgd(c) && c.dampening != 0); }

at::Tensor zeros(const ExperimentConfig&, const at::Tensor& weights) { return at::zeros_like(weights); }
at::Tensor zerosForAmsgrad(const ExperimentConfig& c, const at::Tensor& weights) {
    return c.amsgrad ? at::zeros_like(weights) : at::Tensor();
}
at::Tensor zerosToCentre(const ExperimentConfig& c, const at::Tensor& weights) {
    return c.centered ? at::zeros_like(weights) : at::Tensor();
}
at::Tensor firstSum(const ExperimentConfig& c, const at::Tensor& weights) {
    return at::full_like(weights, c.initialAccumulator);
}
/// One number per piece, not one per weight.
at::Tensor one(const ExperimentConfig&, const at::Tensor& weights) {
    return at::ones({}, weights.options().dtype(at::kDouble));
}

const std::vector<OptimiserRow>& table() {
    static const OptimiserSlot mean{"mean", zeros}, square{"square", zeros}, momentum{"momentum", zeros},
        largest{"max_square", zerosForAmsgrad};
    static const std::vector<OptimiserRow> rows = {
        {"sgd", {momentum}, sgdPlain, sgdFused},
        {"rmsprop", {square, momentum, {"mean", zerosToCentre}}, rmspropPlain, nullptr},
        {"adam", {mean, square, largest}, adamPlain, adamFused},
        {"adamw", {mean, square, largest}, adamPlain, adamFused},
        {"nadam", {mean, square, {"mu_product", one}}, nadamPlain, nullptr},
        {"adagrad", {{"sum", firstSum}}, adagradPlain, adagradFused},
    };
    return rows;
}

}  // namespace

std::span<const OptimiserRow> optimiserRows() { return table(); }

const OptimiserRow* findOptimiser(std::string_view key) {
    const auto row = std::ranges::find_if(table(), [&](const OptimiserRow& r) { return key == r.key; });
    return row == table().end() ? nullptr : &*row;
}

Optimiser::Optimiser(const ExperimentConfig& config, const ParameterStore& store)
    : row_(findOptimiser(config.optimiser)) {
    if (row_ == nullptr) throw std::invalid_argument("unknown optimiser '" + config.optimiser + "'");
    const MemoryScope optimiser(MemoryCause::Optimiser);
    lists_.slots.resize(row_->slots.size());
    const auto addPiece = [&](const at::Tensor& values, const at::Tensor& gradients) {
        lists_.weights.push_back(values.detach());
        lists_.gradients.push_back(gradients);
        lists_.steps.push_back(at::zeros({}, values.options().dtype(at::kFloat).requires_grad(false)));
        for (std::size_t slot = 0; slot < row_->slots.size(); ++slot)
            if (at::Tensor start = row_->slots[slot].start(config, lists_.weights.back()); start.defined())
                lists_.slots[slot].push_back(std::move(start));
    };
    if (config.fusedOptimiser) {
        for (const ParameterBuffer& buffer : store.buffers())
            if (!buffer.isHeld) addPiece(buffer.values, buffer.gradients);
    } else {
        for (const Parameter& parameter : store.all())
            if (!store.buffers()[parameter.buffer].isHeld) addPiece(parameter.value, parameter.value.grad());
    }
    // LibTorch's CUDA kernels read a float32 rate, which is no rate for FP64.
    const at::Tensor& first = lists_.weights.front();
    fused_ = config.fusedOptimiser && row_->fused != nullptr && fitsOneCall(config) &&
             !(first.is_cuda() && first.scalar_type() == at::kDouble);
    schedule_.emplace(1, scheduleOptions());
}

at::TensorOptions Optimiser::scheduleOptions() const {
    const auto& counter = lists_.steps.front();
    return counter.options().dtype(fused_ && counter.is_cuda() ? at::kFloat : at::kDouble);
}

const DeviceStep& Optimiser::onDevice(const ScheduledStep& scheduled) {
    schedule_->set(0, scheduled);
    return schedule_->of(0);
}

void Optimiser::step(const ExperimentConfig& config, const DeviceStep& now, const at::Tensor& leftOut) {
    const at::NoGradGuard noGrad;
    lists_.leftOut = leftOut.defined() ? std::optional(leftOut) : std::nullopt;
    for (const at::Tensor& count : lists_.steps) {
        if (leftOut.defined())
            count.add_(1 - leftOut);
        else
            count.add_(1);
    }
    if (fused_)
        row_->fused(config, now, lists_);
    else
        stepPlain(config, now);
}

void Optimiser::stepPlain(const ExperimentConfig& config, const DeviceStep& now) {
    if (!lists_.leftOut) return row_->plain(config, now, lists_);
    // The formulas know no such case: what they change is put back.
    std::vector<std::pair<at::Tensor, at::Tensor>> before;
    const auto keep = [&](const std::vector<at::Tensor>& tensors) {
        for (const at::Tensor& tensor : tensors) before.emplace_back(tensor, tensor.clone());
    };
    keep(lists_.weights);
    for (const auto& slot : lists_.slots) keep(slot);
    row_->plain(config, now, lists_);
    const at::Tensor isLeftOut = *lists_.leftOut != 0;
    for (const auto& [now, then] : before) now.copy_(at::where(isLeftOut, then, now));
}

std::vector<std::pair<std::string, at::Tensor>> Optimiser::state() const {
    std::vector<std::pair<std::string, at::Tensor>> named;
    for (std::size_t i = 0; i < lists_.weights.size(); ++i) {
        const std::string place = "." + std::to_string(i);
        named.emplace_back("step" + place, lists_.steps[i]);
        for (std::size_t slot = 0; slot < lists_.slots.size(); ++slot)
            if (!lists_.slots[slot].empty()) named.emplace_back(row_->slots[slot].name + place, lists_.slots[slot][i]);
    }
    return named;
}

}  // namespace gatelab
