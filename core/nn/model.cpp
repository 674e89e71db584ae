// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/model.h"

#include "kernels/recompute.h"
#include "nn/losses.h"

#include <ATen/ATen.h>

#include <limits>

namespace gatelab {
namespace {

LayerState inPrecision(const LayerState& state, const at::TensorOptions& options) {
    return {state.h.defined() ? state.h.to(options.dtype()) : state.h,
            state.c.defined() ? state.c.to(options.dtype()) : state.c};
}

/// A layer's input with the numbers that stand in its place; the edits of its states are handed on.
at::Tensor withEdits(std::int64_t layer, const at::Tensor& input, const std::vector<StepEdit>& all,
                     std::vector<StateEdit>& ofStates) {
    at::Tensor edited = input;
    for (const StepEdit& edit : all) {
        if (edit.layer != layer) continue;
        if (edit.kind != StepEdit::Kind::Input) {
            ofStates.push_back(edit.place);
            continue;
        }
        at::Tensor here = at::zeros({input.size(0), 1, input.size(2)}, input.options().dtype(at::kBool));
        here[edit.place.step][0][edit.place.unit] = true;
        edited = edited.masked_fill(here, edit.place.value);
    }
    return edited;
}

}  // namespace

ModelState detached(const ModelState& state) {
    ModelState out;
    for (const LayerState& layer : state)
        out.push_back({layer.h.defined() ? layer.h.detach() : layer.h, layer.c.defined() ? layer.c.detach() : layer.c});
    return out;
}

ForwardResult Model::forward(const at::Tensor& input, const ForwardOptions& options) {
    if (!lowered_) return run(input, options);
    bind(lowered_->refresh(store_));
    ForwardResult result = run(input.is_floating_point() ? input.to(computeOptions_.dtype()) : input, options);
    bind(values());  // nothing of this pass stays alive in the model
    result.output = result.output.to(tensorOptions_.dtype());
    return result;
}

ForwardResult Model::run(const at::Tensor& input, const ForwardOptions& given) const {
    ForwardOptions own;
    if (drawMask_ != nullptr) own = given, own.position.draw = drawMask_;
    const ForwardOptions& options = drawMask_ != nullptr ? own : given;
    TORCH_CHECK(embedding_.defined() ? input.dim() == 2 : input.dim() == 3,
                "input must be [time, batch, feature], or [time, batch] for tokens");
    TORCH_CHECK(input.size(0) > 0 && input.size(1) > 0, "an empty batch or window cannot be run");
    TORCH_CHECK(!options.state || options.state->size() == layers_.size(),
                "the carried state belongs to another model");
    if (options.record) options.record->assign(layers_.size(), {});
    ForwardResult result = pass(input, input, options);
    if (fedBack_.defined()) result.output = decode(input, result, options);
    return result;
}

ForwardResult Model::pass(const at::Tensor& input, const at::Tensor& window, const ForwardOptions& options) const {
    at::Tensor sequence = embedding_.defined() ? at::embedding(embedding_, input) : input;
    ForwardResult result;
    result.state.resize(layers_.size());
    const auto note = [&options](std::string layer, const at::Tensor& values) {
        if (options.outputs) options.outputs->push_back({std::move(layer), values.detach()});
    };
    if (embedding_.defined()) note("embedding", sequence);
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        sequence = runLayer(i, sequence, options, result.state[i]);
        if (options.outputs) note("rnn.l" + std::to_string(i), sequence);
    }
    const at::Tensor features = labelling_ ? sequence : pool(sequence, result.state.back(), options);
    if (pooling_ == Pooling::Attention && !labelling_) note("attention", features);
    result.output = at::linear(features, headWeight_, headBias_);
    note("head", result.output);
    if (!linearWeight_.defined()) return result;
    const at::Tensor beside =
        at::linear(window.transpose(0, 1).flatten(1), holdsLinear_ ? linearWeight_.detach() : linearWeight_);
    note("linear", beside);
    result.output = result.output + beside;
    return result;
}

at::Tensor Model::runLayer(std::size_t index, const at::Tensor& given, const ForwardOptions& options,
                           LayerState& state) const {
    const Layer& layer = layers_[index];
    std::vector<StateEdit> edits;
    const at::Tensor input =
        options.edits ? withEdits(static_cast<std::int64_t>(index), given, *options.edits, edits) : given;
    const LayerState start = options.state ? inPrecision((*options.state)[index], computeOptions_) : LayerState();
    TORCH_CHECK(!start.h.defined() || start.c.defined() == layer.spec.cell->cellState,
                "a state without its cell part cannot be carried on; it came from sequences of unequal length");
    GateRecord* record = options.record ? &(*options.record)[index] : nullptr;
    if (record) record->keepsGraph = options.recordGraph;
    const at::Tensor unitsOn = options.unitsOn ? (*options.unitsOn)[index] : at::Tensor();
    const bool needsSteps = unitsOn.defined() || !edits.empty() || (record && record->keepsGraph);
    const RecurrentImplementation& row = needsSteps ? *layer.open : record ? *layer.recorder : *layer.implementation;
    const RecurrentCall call{layer.spec,
                             input,
                             layer.weights,
                             layer.peepholes,
                             start,
                             options.lengths,
                             options.training,
                             options.position,
                             record,
                             unitsOn,
                             &row == layer.implementation ? &layer.cache : nullptr,
                             edits};
    const bool inChunks = recomputeChunk_ > 0 && recomputeChunk_ < input.size(0) && options.training && !record &&
                          !needsSteps && !options.lengths.defined();
    const RecurrentResult result = inChunks ? runRecomputed(row, call, recomputeChunk_) : row.forward(call);
    state = result.state;
    at::Tensor output = result.output;
    if (layer.residual) output = output + input;
    if (layer.normGain.defined())
        output = at::layer_norm(output, {layer.spec.outputs()}, layer.normGain, layer.normBias);
    if (options.training && dropout_ > 0 && index + 1 < layers_.size()) {
        output = output * dropoutMask(output.sizes(), dropout_, options.position, static_cast<int>(index),
                                      MaskSite::BetweenLayers, computeOptions_);
    }
    return output;
}

// "last": each direction's state after it has seen the whole sequence, which for the reverse one is time step 0.
at::Tensor Model::poolLast(const at::Tensor& sequence, const LayerState& state, const SequenceLengths& lengths) const {
    const RecurrentSpec& spec = layers_.back().spec;
    if (!layers_.back().normGain.defined() && !layers_.back().residual)
        return spec.bidirectional ? at::cat({state.h.select(0, 0), state.h.select(0, 1)}, 1) : state.h.select(0, 0);
    const std::int64_t half = spec.outputsPerDirection();
    at::Tensor last;
    if (lengths.defined()) {
        last = sequence.gather(0, lengths.last(sequence.device()).expand({1, sequence.size(1), sequence.size(2)}))
                   .select(0, 0);
    } else {
        last = sequence.select(0, sequence.size(0) - 1);
    }
    return spec.bidirectional ? at::cat({last.narrow(1, 0, half), sequence.select(0, 0).narrow(1, half, half)}, 1)
                              : last;
}

at::Tensor Model::pool(const at::Tensor& sequence, const LayerState& state, const ForwardOptions& options) const {
    if (pooling_ == Pooling::Last) return poolLast(sequence, state, options.lengths);
    at::Tensor valid;  // [time, batch, 1]
    if (options.lengths.defined()) {
        valid = options.lengths.valid(sequence.size(0), sequence.device());
    }
    const auto masked = [&](const at::Tensor& x, double fill) {
        return valid.defined() ? x.masked_fill(valid.logical_not(), fill) : x;
    };
    constexpr double kLowest = -std::numeric_limits<double>::infinity();
    switch (pooling_) {
        case Pooling::Mean:
            if (!valid.defined()) return sequence.mean(0);
            return masked(sequence, 0).sum(0) /
                   options.lengths.on(sequence.device()).to(sequence.scalar_type()).unsqueeze(1);
        case Pooling::Max:
            return masked(sequence, kLowest).amax(0);
        default:
            break;
    }
    const at::Tensor score =
        at::matmul(at::tanh(at::linear(sequence, attentionWeight_, attentionBias_)), attentionContext_).unsqueeze(2);
    return (masked(score, kLowest).softmax(0) * masked(sequence, 0)).sum(0);
}

ForwardResult Model::forwardForecast(const at::Tensor& input, const ForecastFrame& frame,
                                     const ForwardOptions& options) {
    ForwardResult result = forward(input, options);
    result.output = inFrame(result.output, frame);
    return result;
}

at::Tensor Model::inFrame(const at::Tensor& output, const ForecastFrame& frame) const {
    const std::int64_t batch = output.size(0);
    const at::Tensor forecast = output.view({batch, -1, layout_.targets, layout_.values});
    if (!frame.level.defined()) return forecast;
    const at::Tensor level = frame.level.view({batch, 1, layout_.targets, 1});
    const at::Tensor scale = frame.scale.defined() ? frame.scale.view({batch, 1, layout_.targets, 1}) : at::Tensor();
    const auto moved = [&](const at::Tensor& values) { return (scale.defined() ? values * scale : values) + level; };
    if (!gaussian_) return moved(forecast);
    const at::Tensor spread = forecast.narrow(3, 1, 1);
    return at::cat({moved(forecast.narrow(3, 0, 1)), scale.defined() ? scaledGaussianSpread(spread, scale) : spread},
                   3);
}

}  // namespace gatelab
