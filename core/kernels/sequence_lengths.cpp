// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sequence_lengths.h"

#include <ATen/ATen.h>

#include <utility>

namespace gatelab {
namespace {

bool isMade(const at::Tensor& tensor, std::int64_t time, at::Device device) {
    return tensor.defined() && tensor.device() == device && tensor.size(0) == time;
}

}  // namespace

at::Tensor sentTo(at::Device device, const at::Tensor& host) {
    return (device.is_cuda() && host.is_cpu() ? host.pin_memory() : host)
        .to(device, host.scalar_type(), /*non_blocking=*/true);
}

SequenceLengths::SequenceLengths(at::Tensor host) {
    if (host.defined()) made_ = std::make_shared<Made>(Made{std::move(host), {}, {}, {}, {}});
}

const at::Tensor& SequenceLengths::on(at::Device device) const {
    at::Tensor& lengths = made_->lengths;
    if (!lengths.defined() || lengths.device() != device) lengths = sentTo(device, made_->host);
    return lengths;
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

const at::Tensor& SequenceLengths::turned(std::int64_t time, at::Device device) const {
    at::Tensor& turned = made_->turned;
    if (isMade(turned, time, device)) return turned;
    const at::Tensor& lengths = on(device);
    const at::Tensor steps = at::arange(time, lengths.options()).unsqueeze(1);
    return turned = at::where(steps.lt(lengths), lengths - 1 - steps, steps).unsqueeze(2);
}

}  // namespace gatelab
