// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/model.h"

#include "config/decoder.h"
#include "config/heads/head_kinds.h"
#include "config/linear_path.h"
#include "kernels/recompute.h"
#include "kernels/stacked_layers.h"
#include "nn/init.h"
#include "nn/losses.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <limits>

namespace gatelab {
namespace {

using Entry = ParameterStore::Entry;

std::string layerName(std::int64_t index) { return "rnn.l" + std::to_string(index); }

// The order in memory that cuDNN expects: all matrices of the layer, then all biases.
std::vector<Entry> recurrentEntries(const RecurrentSpec& spec) {
    const auto shapes = spec.weightShapes();
    std::vector<Entry> entries;
    for (const bool matrices : {true, false})
        for (std::int64_t d = 0; d < spec.directions(); ++d)
            for (const RecurrentSpec::WeightShape& shape : shapes)
                if (shape.isMatrix == matrices)
                    entries.push_back(
                        {recurrentName(shape.name, spec.layer, d), layerName(spec.layer), shape.sizes, matrices});
    return entries;
}

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

void noteOutput(const ForwardOptions& options, std::string layer, const at::Tensor& values) {
    if (options.outputs) options.outputs->push_back({std::move(layer), values.detach()});
}

/// Which of the further steps read the truth, per window: [steps, batch, 1]; undefined: none.
at::Tensor drawTaught(std::int64_t steps, std::int64_t batch, const ForwardOptions& options, at::Device device) {
    const double share = options.feed.teacherShare;
    const at::Tensor& threshold = options.feed.teacherThreshold;
    if ((share <= 0 && !threshold.defined()) || steps == 0) return {};
    RandomPosition position = options.position;
    position.deviceThreshold = threshold;
    return randomMask({steps, batch, 1}, 1 - share, 1, position, 0, MaskSite::Teacher,
                      at::TensorOptions(at::kFloat).device(device))
        .gt(0);
}

}  // namespace

Result<std::unique_ptr<Model>> Model::create(const ExperimentConfig& config, const ModelShape& shape,
                                             const ModelOptions& options) {
    const Loss* loss = findLoss(config.loss);
    if (!findCellTraits(config.cell) || !loss || !findInitialiser(drawnInitialisation(config)) ||
        !findInitialiser(config.recurrentInitialisation)) {
        return Error{ErrorCode::InvalidInput, "The model names a cell, loss or initialisation that does not exist."};
    }
    if (config.layers < 1 || config.hiddenSize < 1 || shape.inputs < 1 || shape.targets < 1) {
        return Error{ErrorCode::InvalidInput,
                     "The model needs at least one layer, one hidden unit, one input and one target."};
    }
    std::unique_ptr<Model> model(new Model);
    model->tensorOptions_ =
        at::TensorOptions(options.dtype).device(options.shapesOnly ? at::Device(at::kMeta) : options.device);
    model->computeOptions_ = model->tensorOptions_.dtype(options.compute.value_or(options.dtype));
    model->drawMask_ = options.drawMask;
    model->dropout_ = config.dropout;
    model->recomputeChunk_ = config.recomputeChunk;
    model->gaussian_ = givesDistribution(config.loss);
    model->labelling_ = isLabelling(config);
    const std::pair<const char*, Pooling> poolings[] = {
        {"last", Pooling::Last}, {"mean", Pooling::Mean}, {"max", Pooling::Max}, {"attention", Pooling::Attention}};
    const auto* pooling = std::ranges::find(poolings, std::string_view(config.pooling),
                                            [](const auto& row) { return std::string_view(row.first); });
    if (pooling == std::end(poolings))
        return Error{ErrorCode::InvalidInput, "The model names a pooling that does not exist."};
    model->pooling_ = pooling->second;
    model->layout_ = {isForecast(config) ? config.horizon : 1, shape.targets, loss->values(config)};
    const bool classes = givesClasses(config);
    model->outputSize_ = classes ? std::max<std::int64_t>(shape.classes, 2) : model->layout_.size();
    const at::NoGradGuard noGrad;
    if (auto added = model->addDecoder(config, shape); !added) return added.error();
    if (auto added = model->addLayers(config, gatelab::seenInputs(config, shape), options); !added)
        return added.error();
    model->words_ = WordLookup(shape.tables, shape.inputs, model->tensorOptions_.device());
    model->addRest(config, shape);
    model->bind(model->values());
    if (options.shapesOnly) return model;
    std::vector<RecurrentSpec> specs;
    for (const Layer& layer : model->layers_) specs.push_back(layer.spec);
    drawStartValues(config, specs, model->store_, options.seed);
    if (options.compute.value_or(options.dtype) != options.dtype)
        model->lowered_.emplace(model->store_, *options.compute);
    model->addStack(config, options);
    return model;
}

Result<> Model::addLayers(const ExperimentConfig& config, std::int64_t features, const ModelOptions& options) {
    for (std::int64_t index = 0; index < config.layers; ++index) {
        Layer layer;
        layer.spec = {findCellTraits(config.cell), features,        config.hiddenSize,       config.projectionSize,
                      config.bidirectional,        config.peephole, config.recurrentDropout, config.zoneout,
                      static_cast<int>(index)};
        const at::ScalarType dtype = options.compute.value_or(options.dtype);
        auto row =
            chooseImplementation(options.implementations, config.implementation, layer.spec, options.device, dtype);
        if (picksImplementation(config.implementation) && !options.automatic.empty())
            if (const auto kept =
                    chooseImplementation(options.implementations, options.automatic, layer.spec, options.device, dtype))
                row = kept;
        if (!row) return row.error().ofField("implementation");
        if (const Phrase reason = recomputeSupported(layer.spec); config.recomputeChunk > 0 && !reason.empty())
            return Error{ErrorCode::Unsupported, reason}.ofField("recompute_chunk");
        layer.implementation = *row;
        // Its own row where that records, else the next slower one that does.
        const auto records = [&](const RecurrentImplementation& r) {
            return r.recordsGates && r.supported(layer.spec, options.device, dtype).empty();
        };
        const RecurrentImplementation *const rows = options.implementations.data(), *const end =
                                                                                        rows +
                                                                                        options.implementations.size();
        const RecurrentImplementation* recorder = std::find_if(layer.implementation, end, records);
        if (recorder == end) recorder = std::find_if(rows, end, records);
        layer.recorder = recorder == end ? layer.implementation : recorder;
        const auto isOpen = [&](const RecurrentImplementation& r) { return r.isOpen && records(r); };
        const RecurrentImplementation* open = std::find_if(layer.implementation, end, isOpen);
        if (open == end) open = std::find_if(rows, end, isOpen);
        layer.open = open == end ? layer.recorder : open;
        store_.addBuffer(layerName(index), recurrentEntries(layer.spec), tensorOptions_);
        layer.residual = config.residual && index > 0 && features == layer.spec.outputs();
        features = layer.spec.outputs();
        layers_.push_back(std::move(layer));
    }
    return {};
}

void Model::addStack(const ExperimentConfig& config, const ModelOptions& options) {
    std::vector<RecurrentSpec> specs;
    for (const Layer& layer : layers_) specs.push_back(layer.spec);
    const RecurrentImplementation* const row = layers_.front().implementation;
    const auto isPlain = [&](const Layer& layer) {
        return layer.implementation == row && !layer.residual && !layer.normGain.defined();
    };
    if (!options.stacked || row->stacked == nullptr || config.dropout > 0 || config.recomputeChunk > 0 ||
        !isPlainStack(specs) || !std::ranges::all_of(layers_, isPlain))
        return;
    stack_ = row;
    stackedWeights_.emplace(store_, options.compute.value_or(options.dtype), layers_.size());
}

Result<> Model::addDecoder(const ExperimentConfig& config, const ModelShape& shape) {
    if (!isRecursive(config)) return {};
    if (const Phrase reason = recursionUnsupported(config); !reason.empty())
        return Error{ErrorCode::Unsupported, labelled("decoder", reason)}.ofField("decoder");
    std::vector<std::int64_t> columns = shape.targetInputs;
    for (std::int64_t target = 0; shape.targetInputs.empty() && target < shape.targets; ++target)
        columns.push_back(target);
    const bool fits =
        std::ranges::all_of(columns, [&](std::int64_t column) { return column >= 0 && column < shape.inputs; });
    if (!fits || static_cast<std::int64_t>(columns.size()) != shape.targets)
        return Error{
            ErrorCode::Unsupported,
            GATELAB_TEXT("Training",
                         "a recursive decoder feeds its forecasts back, so every target must be among the inputs")}
            .ofField("decoder");
    fedBack_ = FedBack(columns, shape.inputs, tensorOptions_.device());
    return {};
}

void Model::addRest(const ExperimentConfig& config, const ModelShape& shape) {
    const std::int64_t width = layers_.back().spec.outputs();
    std::vector<Entry> entries;
    if (shape.tokens > 0)
        entries.push_back({"embedding.weight", "embedding", {shape.tokens, config.embeddingSize}, true});
    for (const WordTable& table : shape.tables)
        entries.push_back({table.name, "embedding", {table.words, table.size}, true});
    for (const Layer& layer : layers_) {
        const std::int64_t index = layer.spec.layer;
        for (std::int64_t d = 0; config.peephole && d < layer.spec.directions(); ++d) {
            entries.push_back({recurrentName("weight_ch", index, d), layerName(index), {3, config.hiddenSize}, true});
        }
        if (!config.layerNorm) continue;
        const std::string norm = "norm." + std::to_string(index);
        entries.push_back({norm + ".weight", norm, {layer.spec.outputs()}, false});
        entries.push_back({norm + ".bias", norm, {layer.spec.outputs()}, false});
    }
    if (pooling_ == Pooling::Attention && !labelling_) {
        entries.push_back({"attention.weight", "attention", {width, width}, true});
        entries.push_back({"attention.bias", "attention", {width}, false});
        entries.push_back({"attention.context", "attention", {width}, true});
    }
    // A decoder's head gives one step
    const std::int64_t outputs = fedBack_.defined() ? layout_.targets * layout_.values : outputSize_;
    entries.push_back({"head.weight", "head", {outputs, width}, true});
    entries.push_back({"head.bias", "head", {outputs}, false});
    // Starts at zero: the network alone, until it is fitted (fitLinearPath).
    const Entry linear{"linear.weight", "linear", {outputs, config.lookback * shape.inputs}, true};
    holdsLinear_ = fitsLinearPath(config);
    if (config.linearPath && isForecast(config) && !holdsLinear_) entries.push_back(linear);
    store_.addBuffer("head", entries, tensorOptions_);
    if (holdsLinear_) store_.addBuffer("linear", {linear}, tensorOptions_, true);
}

std::vector<at::Tensor> Model::values() const {
    std::vector<at::Tensor> tensors;
    for (const Parameter& parameter : store_.all()) tensors.push_back(parameter.value);
    return tensors;
}

// Hands the tensors (one per parameter, in the store's order) to the places that use them.
void Model::bind(const std::vector<at::Tensor>& tensors) {
    const auto tensor = [&](const std::string& name) {
        const Parameter* parameter = store_.find(name);
        return parameter ? tensors[static_cast<std::size_t>(parameter - store_.all().data())] : at::Tensor();
    };
    for (Layer& layer : layers_) {
        const std::int64_t index = layer.spec.layer;
        layer.weights.clear();
        layer.peepholes.clear();
        for (std::int64_t d = 0; d < layer.spec.directions(); ++d) {
            for (const RecurrentSpec::WeightShape& shape : layer.spec.weightShapes())
                layer.weights.push_back(tensor(recurrentName(shape.name, index, d)));
            if (layer.spec.peephole) layer.peepholes.push_back(tensor(recurrentName("weight_ch", index, d)));
        }
        layer.normGain = tensor("norm." + std::to_string(index) + ".weight");
        layer.normBias = tensor("norm." + std::to_string(index) + ".bias");
    }
    embedding_ = tensor("embedding.weight");
    words_.bind(tensor);
    attentionWeight_ = tensor("attention.weight");
    attentionBias_ = tensor("attention.bias");
    attentionContext_ = tensor("attention.context");
    headWeight_ = tensor("head.weight");
    headBias_ = tensor("head.bias");
    linearWeight_ = tensor("linear.weight");
}

ModelState detached(const ModelState& state) {
    ModelState out;
    for (const LayerState& layer : state)
        out.push_back({layer.h.defined() ? layer.h.detach() : layer.h, layer.c.defined() ? layer.c.detach() : layer.c});
    return out;
}

ForwardResult Model::forward(const at::Tensor& input, const ForwardOptions& options) {
    const ComputeCopy* copy = usesStack(options) ? &*stackedWeights_ : lowered_ ? &*lowered_ : nullptr;
    if (copy == nullptr) return run(input, options);
    bind(copy->refresh(store_));
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
    at::Tensor sequence = embedding_.defined() ? at::embedding(embedding_, input)
                          : words_.defined()   ? words_.seen(input)
                                               : input;
    ForwardResult result;
    result.state.resize(layers_.size());
    if (embeds()) noteOutput(options, "embedding", sequence);
    const bool stacked = usesStack(options);
    if (stacked) sequence = runStack(sequence, options, result.state);
    for (std::size_t i = 0; i < layers_.size() && !stacked; ++i) {
        sequence = runLayer(i, sequence, options, result.state[i]);
        if (options.outputs) noteOutput(options, "rnn.l" + std::to_string(i), sequence);
    }
    result.output = runTop(sequence, result.state.back(), window, options);
    return result;
}

at::Tensor Model::runTop(const at::Tensor& sequence, const LayerState& state, const at::Tensor& window,
                         const ForwardOptions& options) const {
    const at::Tensor features = labelling_ ? sequence : pool(sequence, state, options);
    if (pooling_ == Pooling::Attention && !labelling_) noteOutput(options, "attention", features);
    const at::Tensor output = at::linear(features, headWeight_, headBias_);
    noteOutput(options, "head", output);
    if (!linearWeight_.defined()) return output;
    const at::Tensor beside =
        at::linear(window.transpose(0, 1).flatten(1), holdsLinear_ ? linearWeight_.detach() : linearWeight_);
    noteOutput(options, "linear", beside);
    return output + beside;
}

/// Who looks inside does so layer by layer.
bool Model::usesStack(const ForwardOptions& options) const {
    return stack_ != nullptr && !options.lengths.defined() && options.record == nullptr && options.unitsOn == nullptr &&
           options.edits == nullptr && options.outputs == nullptr;
}

at::Tensor Model::runStack(const at::Tensor& input, const ForwardOptions& options, ModelState& state) const {
    std::vector<at::Tensor> weights;
    ModelState start(layers_.size());
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        weights.insert(weights.end(), layers_[i].weights.begin(), layers_[i].weights.end());
        if (options.state) start[i] = inPrecision((*options.state)[i], computeOptions_);
    }
    const RecurrentSpec& first = layers_.front().spec;
    StackedResult result =
        stack_->stacked({first, static_cast<std::int64_t>(layers_.size()), input, weights, start, &stackCache_});
    state = std::move(result.states);
    return result.output;
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
        last = lengths.lastOf(sequence).select(0, 0);
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
    std::vector<at::Tensor> parts{moved(forecast.narrow(3, 0, 1)),
                                  scale.defined() ? scaledGaussianSpread(spread, scale) : spread};
    if (layout_.values > 2) parts.push_back(forecast.narrow(3, 2, layout_.values - 2));  // shape: of no unit
    return at::cat(parts, 3);
}

std::int64_t teacherThresholdOf(double share) {
    return share > 0 ? std::int64_t{maskThreshold(1 - share)} : std::int64_t{1} << 32;
}

// The output as it is: sorted quantiles would have a way back that waits for the device.
at::Tensor Model::centreOf(const at::Tensor& output) const {
    const at::Tensor values = output.view({output.size(0), layout_.targets, layout_.values});
    if (gaussian_ || layout_.values == 1) return values.select(2, 0);
    return values.narrow(2, (layout_.values - 1) / 2, 2 - layout_.values % 2).mean(2);
}

at::Tensor Model::decode(const at::Tensor& input, const ForwardResult& window, const ForwardOptions& options) const {
    const DecoderFeed& feed = options.feed;
    const std::int64_t lookback = input.size(0), further = (feed.steps > 0 ? feed.steps : layout_.horizon) - 1;
    const at::Tensor taught = drawTaught(further, input.size(1), options, input.device());
    TORCH_CHECK(!taught.defined() || (feed.truth.defined() && feed.truth.size(1) >= further),
                "teacher forcing needs the truth of every step");
    TORCH_CHECK(!feed.ahead.defined() || feed.ahead.size(0) >= further,
                "the inputs after the window must reach to the last step but one");
    ModelState state = window.state;
    ForwardOptions next = options;
    next.record = nullptr;  // of the window alone
    next.edits = nullptr;
    next.state = &state;
    at::Tensor seen = input;  // what the linear path reads: the last steps, as many as a window has
    std::vector<at::Tensor> outputs{window.output};
    for (std::int64_t step = 0; step < further; ++step) {
        at::Tensor value = centreOf(outputs.back());
        if (taught.defined())
            value = at::where(taught.select(0, step), feed.truth.select(1, step).to(value.scalar_type()), value);
        const at::Tensor others =
            feed.ahead.defined() ? feed.ahead.select(0, step).to(input.scalar_type()) : input.select(0, lookback - 1);
        const at::Tensor row = fedBack_.into(others, value).unsqueeze(0);
        if (linearWeight_.defined()) seen = at::cat({seen.narrow(0, 1, lookback - 1), row});
        next.position.piece = static_cast<std::uint64_t>(step) + 1;
        ForwardResult one = pass(row, seen, next);
        outputs.push_back(std::move(one.output));
        state = std::move(one.state);
    }
    return at::cat(outputs, 1);
}

}  // namespace gatelab
