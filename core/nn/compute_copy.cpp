// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/compute_copy.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <span>
#include <utility>

namespace gatelab {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

// Exact parameters of one block in, views of their copies out; gradients go back in the parameters' precision.
struct Copied : torch::autograd::Function<Copied> {
    static variable_list forward(AutogradContext* context, const ComputeCopy::Block* block, at::TensorList parameters) {
        context->saved_data["dtype"] = static_cast<std::int64_t>(parameters[0].scalar_type());
        for (const ComputeCopy::Block::Piece& piece : block->pieces) {
            at::Tensor copy = piece.copy;
            copy.copy_(piece.exact);
        }
        variable_list views;
        for (std::size_t i = 0; i < parameters.size(); ++i)
            // A tensor of its own over the copy's memory: cuDNN looks for the weights from element 0 of the storage on.
            views.push_back(
                at::empty({0}, block->whole.options())
                    .set_(block->whole.storage(), block->offsets[i], parameters[i].sizes(), parameters[i].strides()));
        return views;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const auto dtype = static_cast<at::ScalarType>(context->saved_data["dtype"].toInt());
        variable_list result{Variable()};  // block
        for (const at::Tensor& gradient : gradients)
            result.push_back(gradient.defined() ? gradient.to(dtype) : gradient);
        return result;
    }
};

/// With as many numbers behind it as the store's buffers have.
at::Tensor emptyCopy(std::int64_t numbers, const ParameterBuffer& like, at::ScalarType dtype) {
    const auto tail =
        static_cast<std::int64_t>(like.values.storage().nbytes() / like.values.element_size()) - like.values.numel();
    return at::zeros({numbers + tail}, like.values.options().dtype(dtype)).narrow(0, 0, numbers);
}

}  // namespace

ComputeCopy::ComputeCopy(const ParameterStore& store, at::ScalarType dtype, std::size_t stacked) {
    const std::span buffers(store.buffers());
    std::vector<std::int64_t> matrices(buffers.size(), 0);  // numbers in each
    std::int64_t allMatrices = 0, all = 0;
    for (const Parameter& parameter : store.all())
        if (parameter.buffer < stacked && parameter.value.dim() > 1)
            matrices[parameter.buffer] += parameter.value.numel();
    for (std::size_t b = 0; b < stacked; ++b) allMatrices += matrices[b], all += buffers[b].values.numel();
    if (stacked > 0) {
        Block block{0, emptyCopy(all, buffers.front(), dtype), {}, {}};
        std::int64_t matrix = 0, bias = allMatrices;
        std::size_t next = 0;
        for (std::size_t b = 0; b < stacked; ++b) {
            const at::Tensor& exact = buffers[b].values;
            const std::int64_t biases = exact.numel() - matrices[b];
            block.pieces.push_back({exact.narrow(0, 0, matrices[b]), block.whole.narrow(0, matrix, matrices[b])});
            block.pieces.push_back({exact.narrow(0, matrices[b], biases), block.whole.narrow(0, bias, biases)});
            for (; next < store.all().size() && store.all()[next].buffer == b; ++next) {
                const std::int64_t offset = store.all()[next].offset;
                block.offsets.push_back(offset < matrices[b] ? matrix + offset : bias + offset - matrices[b]);
            }
            matrix += matrices[b];
            bias += biases;
        }
        blocks_.push_back(std::move(block));
        if (dtype == buffers.front().values.scalar_type()) return;
    }
    for (std::size_t b = stacked, next = 0; b < buffers.size(); ++b) {
        while (next < store.all().size() && store.all()[next].buffer < b) ++next;
        Block block{next, emptyCopy(buffers[b].values.numel(), buffers[b], dtype), {}, {}};
        block.pieces.push_back({buffers[b].values, block.whole});
        for (; next < store.all().size() && store.all()[next].buffer == b; ++next)
            block.offsets.push_back(store.all()[next].offset);
        blocks_.push_back(std::move(block));
    }
}

std::vector<at::Tensor> ComputeCopy::refresh(const ParameterStore& store) const {
    std::vector<at::Tensor> tensors;
    for (const Parameter& parameter : store.all()) tensors.push_back(parameter.value);
    for (const Block& block : blocks_) {
        const std::span exact = std::span(store.all()).subspan(block.first, block.offsets.size());
        variable_list parameters;
        for (const Parameter& parameter : exact) parameters.push_back(parameter.value);
        variable_list views = Copied::apply(&block, at::TensorList(parameters));
        for (std::size_t i = 0; i < views.size(); ++i) tensors[block.first + i] = std::move(views[i]);
    }
    return tensors;
}

}  // namespace gatelab
