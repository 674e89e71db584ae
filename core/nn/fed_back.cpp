// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/fed_back.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

namespace gatelab {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct Feed : torch::autograd::Function<Feed> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& others, const at::Tensor& values,
                              const at::Tensor& columns, const at::Tensor& target, const at::Tensor& isFed) {
        context->save_for_backward({columns, isFed});
        context->saved_data["others"] = others.requires_grad();
        return at::where(isFed, values.index_select(1, target), others);
    }
    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const variable_list saved = context->get_saved_variables();
        const at::Tensor& gradient = gradients[0];
        const at::Tensor others =
            context->saved_data["others"].toBool() ? gradient.masked_fill(saved[1], 0) : at::Tensor();
        return {others, gradient.index_select(1, saved[0]), at::Tensor(), at::Tensor(), at::Tensor()};
    }
};

}  // namespace

FedBack::FedBack(const std::vector<std::int64_t>& columns, std::int64_t inputs, at::Device device) {
    at::Tensor target = at::zeros({inputs}, at::kLong), isFed = at::zeros({inputs}, at::kBool);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        target[columns[i]] = static_cast<std::int64_t>(i);
        isFed[columns[i]] = true;
    }
    columns_ = at::tensor(columns, at::kLong).to(device);
    target_ = target.to(device);
    isFed_ = isFed.to(device);
}

at::Tensor FedBack::into(const at::Tensor& others, const at::Tensor& values) const {
    return Feed::apply(others, values, columns_, target_, isFed_);
}

}  // namespace gatelab
