// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/tuned_implementations.h"

#include "cuda/cudnn_tuner.h"
#include "device/algorithm_choices.h"
#include "kernels/stacked_layers.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <array>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

/// A shape with the algorithms that were chosen for it. The pair that the forward pass was computed with holds for the
/// backward pass: only it can read what that has kept. The backward pass runs on another thread than the forward pass,
/// one of them at a time.
struct TunedShape final : torch::CustomClassHolder {
    TunedShape(const LayerShape& which, const AlgorithmPair& pair)
        : shape(which), forward(which, pair.forward), backward(which, pair.backward) {}
    LayerShape shape;
    CudnnLayer forward, backward;
};

/// What the row keeps of a layer: descriptors cost host time, choices a look at the device.
struct TunedLayer final : LayerCache {
    PartialBatches partial;
    std::map<LayerShape, c10::intrusive_ptr<TunedShape>> trained;
    std::map<LayerShape, CudnnLayer> looked;  ///< for passes without gradients: standard algorithms

    c10::intrusive_ptr<TunedShape> training(const LayerShape& shape) {
        auto& known = trained[shape];
        if (!known)
            known = c10::make_intrusive<TunedShape>(shape, chooseAlgorithms(shape, !partial.isPartial(shape.batch)));
        return known;
    }
    CudnnLayer& looking(const LayerShape& shape) {
        return looked.try_emplace(shape, shape, CUDNN_RNN_ALGO_STANDARD).first->second;
    }
};

/// tensors: input, h, (c), then the weights.
LayerTensors named(const LayerShape& shape, at::TensorList tensors) {
    const bool lstm = shape.mode == CUDNN_LSTM;
    LayerTensors in;
    in.input = tensors[0];
    in.h = tensors[1];
    if (lstm) in.c = tensors[2];
    in.weights = tensors.slice(lstm ? 3 : 2).vec();
    return in;
}

struct TunedFunction : torch::autograd::Function<TunedFunction> {
    static variable_list forward(AutogradContext* context, const c10::intrusive_ptr<TunedShape>& tuned,
                                 at::TensorList tensors) {
        const LayerTensors in = named(tuned->shape, tensors);
        CudnnOutput out = tuned->forward.forward(in, true);
        context->saved_data["shape"] = at::IValue::make_capsule(tuned);
        variable_list saved = tensors.vec();
        saved.push_back(out.output);
        saved.push_back(out.reserve);
        context->save_for_backward(saved);
        variable_list results{out.output, out.h};
        if (out.c.defined()) results.push_back(out.c);
        return results;
    }

    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const auto tuned = c10::static_intrusive_pointer_cast<TunedShape>(context->saved_data["shape"].toCapsule());
        const variable_list saved = context->get_saved_variables();
        const LayerTensors in = named(tuned->shape, at::TensorList(saved).slice(0, saved.size() - 2));
        CudnnOutput out;
        out.output = saved[saved.size() - 2];
        out.reserve = saved.back();  // the pass changes it: there is one backward pass per forward pass
        const auto contiguous = [](const at::Tensor& tensor) {
            return tensor.defined() ? tensor.contiguous() : tensor;
        };
        const at::Tensor dOutput = gradients[0].defined() ? gradients[0].contiguous() : at::zeros_like(out.output);
        const LayerGradients found = tuned->backward.backward(
            in, out, dOutput, contiguous(gradients[1]), gradients.size() > 2 ? contiguous(gradients[2]) : at::Tensor());
        variable_list result{Variable(), found.input, found.h};
        if (found.c.defined()) result.push_back(found.c);
        result.insert(result.end(), found.weights.begin(), found.weights.end());
        return result;
    }
};

cudnnDataType_t dataType(at::ScalarType type) {
    return type == at::kDouble     ? CUDNN_DATA_DOUBLE
           : type == at::kHalf     ? CUDNN_DATA_HALF
           : type == at::kBFloat16 ? CUDNN_DATA_BFLOAT16
                                   : CUDNN_DATA_FLOAT;
}

LayerShape shapeOf(const RecurrentSpec& spec, std::int64_t layers, const at::Tensor& input) {
    constexpr std::pair<std::string_view, cudnnRNNMode_t> kModes[] = {
        {"lstm", CUDNN_LSTM}, {"gru", CUDNN_GRU}, {"rnn-tanh", CUDNN_RNN_TANH}, {"rnn-relu", CUDNN_RNN_RELU}};
    LayerShape shape;
    for (const auto& [cell, mode] : kModes)
        if (cell == spec.cell->key) shape.mode = mode;
    shape.type = dataType(input.scalar_type());
    shape.tensorCores = shape.type == CUDNN_DATA_FLOAT &&
                        at::globalContext().float32Precision(at::Float32Backend::CUDA, at::Float32Op::RNN) ==
                            at::Float32Precision::TF32;
    shape.bidirectional = spec.bidirectional;
    shape.time = input.size(0);
    shape.batch = input.size(1);
    shape.inputs = spec.inputs;
    shape.hidden = spec.hidden;
    shape.layers = layers;
    shape.device = input.device().index();
    return shape;
}

Phrase supported(const RecurrentSpec& spec, at::Device device, at::ScalarType) {
    if (!device.is_cuda()) return GATELAB_TEXT("Implementation", "cuDNN needs an NVIDIA GPU.");
    if (!spec.cell->library) return kNoCodeForCell;
    if (spec.peephole || spec.recurrentDropout > 0 || spec.zoneout > 0)
        return GATELAB_TEXT("Implementation", "cuDNN has no peepholes, recurrent dropout or zoneout.");
    if (spec.projection > 0)
        return GATELAB_TEXT("Implementation",
                            "With a projection cuDNN has one algorithm only, so there is nothing to choose.");
    return {};
}

/// One layer or several; `state` of all of them, zeros where it is undefined.
RecurrentResult runShape(const LayerShape& shape, const at::Tensor& input, at::TensorList weights,
                         const LayerState& start, std::unique_ptr<LayerCache>* kept) {
    const std::array stateSize{shape.layers * shape.directions(), shape.batch, shape.hidden};
    const bool hasCell = shape.mode == CUDNN_LSTM;
    const auto state = [&](const at::Tensor& given) {
        return given.defined() ? given.contiguous() : at::zeros(stateSize, input.options());
    };
    variable_list tensors{input.contiguous(), state(start.h)};
    if (hasCell) tensors.push_back(state(start.c));
    for (const at::Tensor& weight : weights) tensors.push_back(weight.contiguous());
    std::unique_ptr<LayerCache> thisCall;
    std::unique_ptr<LayerCache>& cache = kept != nullptr ? *kept : thisCall;
    if (!cache) cache = std::make_unique<TunedLayer>();
    auto& layer = static_cast<TunedLayer&>(*cache);
    // Only training is measured: the shapes of an evaluation come up in the middle of a run, and a pass without
    // gradients is no long one.
    if (!at::GradMode::is_enabled()) {
        const CudnnOutput out = layer.looking(shape).forward(named(shape, tensors), false);
        return {out.output, {out.h, out.c}};
    }
    const variable_list results = TunedFunction::apply(layer.training(shape), at::TensorList(tensors));
    return {results[0], {results[1], hasCell ? results[2] : at::Tensor()}};
}

RecurrentResult run(const RecurrentCall& call) {
    TORCH_CHECK(!call.lengths.defined(), "unequal lengths were to be refused by the plan");
    return runShape(shapeOf(call.spec, 1, call.input), call.input, call.weights, call.state, call.cache);
}

StackedResult runStack(const StackedCall& call) {
    const LayerState start{joined(call, &LayerState::h),
                           call.spec.cell->cellState ? joined(call, &LayerState::c) : at::Tensor()};
    const RecurrentResult result =
        runShape(shapeOf(call.spec, call.layers, call.input), call.input, call.weights, start, call.cache);
    return {result.output, parted(call, result.state.h, result.state.c)};
}

}  // namespace

RecurrentImplementation tunedRow() {
    return {"cudnn-tuned", GATELAB_TEXT("Implementation", "cuDNN, tuned"), false, supported, run, false, runStack};
}

}  // namespace gatelab
