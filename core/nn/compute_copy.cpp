// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/compute_copy.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

namespace gatelab {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Exact parameters of one buffer in, views of its copy out; gradients are widened on the way back.
struct Lower : torch::autograd::Function<Lower> {
    static variable_list forward(AutogradContext* context, at::TensorList parameters, const at::Tensor& exact,
                                 at::Tensor copy) {
        context->saved_data["dtype"] = static_cast<std::int64_t>(exact.scalar_type());
        copy.copy_(exact);
        variable_list views;
        std::int64_t offset = 0;
        for (const at::Tensor& parameter : parameters) {
            // A tensor of its own over the copy's memory: cuDNN looks for a layer's weights from element 0 of the
            // storage on.
            views.push_back(
                at::empty({0}, copy.options()).set_(copy.storage(), offset, parameter.sizes(), parameter.strides()));
            offset += parameter.numel();
        }
        return views;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const auto dtype = static_cast<at::ScalarType>(context->saved_data["dtype"].toInt());
        variable_list result;
        for (const at::Tensor& gradient : gradients)
            result.push_back(gradient.defined() ? gradient.to(dtype) : gradient);
        result.emplace_back();  // exact
        result.emplace_back();  // copy
        return result;
    }
};

}  // namespace

ComputeCopy::ComputeCopy(const ParameterStore& store, at::ScalarType dtype) {
    // With as many numbers behind them as the weights have.
    for (const ParameterBuffer& buffer : store.buffers()) {
        const auto whole = static_cast<std::int64_t>(buffer.values.storage().nbytes() / buffer.values.element_size());
        buffers_.push_back(
            at::zeros({whole}, buffer.values.options().dtype(dtype)).narrow(0, 0, buffer.values.numel()));
    }
}

std::vector<at::Tensor> ComputeCopy::refresh(const ParameterStore& store) const {
    std::vector<at::Tensor> tensors;
    std::size_t next = 0;
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
        variable_list parameters;
        for (; next < store.all().size() && store.all()[next].buffer == b; ++next)
            parameters.push_back(store.all()[next].value);
        for (at::Tensor& view : Lower::apply(at::TensorList(parameters), store.buffers()[b].values, buffers_[b]))
            tensors.push_back(std::move(view));
    }
    return tensors;
}

}  // namespace gatelab
