// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sequence_lengths.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <utility>

namespace gatelab {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// A turn is its own way back. order: int64 [time, batch, 1].
struct Turn : torch::autograd::Function<Turn> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& order) {
        context->save_for_backward({order});
        return x.gather(0, order.expand_as(x));
    }
    static variable_list backward(AutogradContext* context, variable_list gradients) {
        return {apply(gradients[0], context->get_saved_variables()[0]), at::Tensor()};
    }
};

/// last: int64 [1, batch, 1]; isLast: bool [time, batch, 1].
struct Last : torch::autograd::Function<Last> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& last,
                              const at::Tensor& isLast) {
        context->save_for_backward({isLast});
        return x.gather(0, last.expand({1, x.size(1), x.size(2)}));
    }
    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const variable_list saved = context->get_saved_variables();
        const at::Tensor& gradient = gradients[0];
        return {at::where(saved[0], gradient, at::zeros({}, gradient.options())), at::Tensor(), at::Tensor()};
    }
};

bool isMade(const at::Tensor& tensor, std::int64_t time, at::Device device) {
    return tensor.defined() && tensor.device() == device && tensor.size(0) == time;
}

}  // namespace

at::Tensor sentTo(at::Device device, const at::Tensor& host) {
    return (device.is_cuda() && host.is_cpu() ? host.pin_memory() : host)
        .to(device, host.scalar_type(), /*non_blocking=*/true);
}

SequenceLengths::SequenceLengths(at::Tensor host) {
    if (host.defined()) made_ = std::make_shared<Made>(Made{.host = std::move(host)});
}

const at::Tensor& SequenceLengths::valid(std::int64_t time, at::Device device) const {
    at::Tensor& valid = made_->valid;
    if (!isMade(valid, time, device))
        valid = at::arange(time, on(device).options()).unsqueeze(1).lt(on(device)).unsqueeze(2);
    return valid;
}

const at::Tensor& SequenceLengths::last(at::Device device) const {
    at::Tensor& last = made_->last;
    if (!isMade(last, 1, device)) last = on(device).sub(1).view({1, -1, 1});
    return last;
}

const at::Tensor& SequenceLengths::isLast(std::int64_t time, at::Device device) const {
    at::Tensor& isLast = made_->isLast;
    if (!isMade(isLast, time, device))
        isLast = at::arange(time, on(device).options()).view({-1, 1, 1}).eq(last(device));
    return isLast;
}

at::Tensor SequenceLengths::turn(const at::Tensor& x) const { return Turn::apply(x, turned(x.size(0), x.device())); }

at::Tensor SequenceLengths::lastOf(const at::Tensor& x) const {
    return Last::apply(x, last(x.device()), isLast(x.size(0), x.device()));
}

const at::Tensor& SequenceLengths::turned(std::int64_t time, at::Device device) const {
    at::Tensor& turned = made_->turned;
    if (isMade(turned, time, device)) return turned;
    const at::Tensor& lengths = on(device);
    const at::Tensor steps = at::arange(time, lengths.options()).unsqueeze(1);
    return turned = at::where(steps.lt(lengths), lengths - 1 - steps, steps).unsqueeze(2);
}

}  // namespace gatelab
