// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/decoder.h"
#include "config/linear_path.h"
#include "kernels/recompute.h"
#include "nn/init.h"
#include "nn/losses.h"
#include "nn/model.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

namespace gatelab {
namespace {

using Entry = ParameterStore::Entry;

std::string layerName(std::int64_t index) { return "rnn.l" + std::to_string(index); }

std::string tensorName(const char* what, std::int64_t index, std::int64_t direction) {
    return std::string("rnn.") + what + "_l" + std::to_string(index) + (direction == 1 ? "_reverse" : "");
}

// The order in memory that cuDNN expects: all matrices of the layer, then all biases.
std::vector<Entry> recurrentEntries(const RecurrentSpec& spec) {
    const std::int64_t rows = spec.cell->blocks() * spec.hidden;
    const std::string layer = layerName(spec.layer);
    std::vector<Entry> entries;
    for (std::int64_t d = 0; d < spec.directions(); ++d) {
        entries.push_back({tensorName("weight_ih", spec.layer, d), layer, {rows, spec.inputs}, true});
        entries.push_back({tensorName("weight_hh", spec.layer, d), layer, {rows, spec.outputsPerDirection()}, true});
        if (spec.projection > 0)
            entries.push_back({tensorName("weight_hr", spec.layer, d), layer, {spec.projection, spec.hidden}, true});
    }
    for (std::int64_t d = 0; d < spec.directions(); ++d) {
        entries.push_back({tensorName("bias_ih", spec.layer, d), layer, {rows}, false});
        entries.push_back({tensorName("bias_hh", spec.layer, d), layer, {rows}, false});
    }
    return entries;
}

std::span<double> doubles(at::Tensor& tensor) {
    return {tensor.data_ptr<double>(), static_cast<std::size_t>(tensor.numel())};
}

// Start values of one parameter in float64 from its own random stream.
class Starter {
public:
    Starter(std::uint64_t seed, const ParameterStore& store) : seed_(seed), store_(store) {}

    [[nodiscard]] Rng stream(const std::string& name) const {
        std::uint64_t index = 0;
        while (store_.all()[index].name != name) ++index;
        return Rng(seed_, RandomPurpose::Initialisation, index);
    }
    // A matrix of `blocks` gates, each drawn for itself.
    [[nodiscard]] at::Tensor matrix(const Parameter& parameter, const Initialiser& row, std::int64_t blocks,
                                    double bound) const {
        at::Tensor values = at::zeros(parameter.value.sizes(), at::kDouble);
        const std::int64_t rows = values.size(0) / blocks, columns = values.dim() > 1 ? values.size(1) : 1;
        Rng rng = stream(parameter.name);
        for (std::int64_t k = 0; k < blocks; ++k) {
            row.fill(doubles(values).subspan(static_cast<std::size_t>(k * rows * columns),
                                             static_cast<std::size_t>(rows * columns)),
                     rows, columns, bound, rng);
        }
        return values;
    }
    [[nodiscard]] at::Tensor bias(const Parameter& parameter, const Initialiser& row, double bound) const {
        at::Tensor values = at::zeros(parameter.value.sizes(), at::kDouble);
        Rng rng = stream(parameter.name);
        if (row.fillsBias) row.fill(doubles(values), values.numel(), 1, bound, rng);
        return values;
    }

private:
    std::uint64_t seed_;
    const ParameterStore& store_;
};

void initialiseRecurrent(const ExperimentConfig& config, const RecurrentSpec& spec, const Starter& start,
                         const ParameterStore& store, std::uint64_t seed) {
    const Initialiser& input = *findInitialiser(drawnInitialisation(config));
    const Initialiser& recurrent = *findInitialiser(config.recurrentInitialisation);
    const double bound = 1.0 / std::sqrt(static_cast<double>(spec.hidden));
    const std::int64_t gates = spec.cell->blocks();
    for (std::int64_t d = 0; d < spec.directions(); ++d) {
        const auto parameter = [&](const char* what) -> const Parameter& {
            return *store.find(tensorName(what, spec.layer, d));
        };
        parameter("weight_ih").value.copy_(start.matrix(parameter("weight_ih"), input, gates, bound));
        parameter("weight_hh").value.copy_(start.matrix(parameter("weight_hh"), recurrent, gates, bound));
        if (spec.projection > 0)
            parameter("weight_hr").value.copy_(start.matrix(parameter("weight_hr"), recurrent, 1, bound));
        if (spec.peephole)
            parameter("weight_ch")
                .value.copy_(start.matrix(parameter("weight_ch"), *findInitialiser("uniform"), 1, bound));
        at::Tensor bIh = start.bias(parameter("bias_ih"), input, bound),
                   bHh = start.bias(parameter("bias_hh"), input, bound);
        Rng chrono(seed, RandomPurpose::Initialisation,
                   (std::uint64_t{1} << 32) + static_cast<std::uint64_t>(spec.layer * 2 + d));
        setGateBiases(*spec.cell, spec.hidden, config.forgetBias, config.chronoMax, doubles(bIh), doubles(bHh), chrono);
        parameter("bias_ih").value.copy_(bIh);
        parameter("bias_hh").value.copy_(bHh);
    }
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
    model->gaussian_ = config.loss == "gaussian-nll";
    model->labelling_ = config.task == "labelling";
    const std::pair<const char*, Pooling> poolings[] = {
        {"last", Pooling::Last}, {"mean", Pooling::Mean}, {"max", Pooling::Max}, {"attention", Pooling::Attention}};
    const auto* pooling = std::ranges::find(poolings, std::string_view(config.pooling),
                                            [](const auto& row) { return std::string_view(row.first); });
    if (pooling == std::end(poolings))
        return Error{ErrorCode::InvalidInput, "The model names a pooling that does not exist."};
    model->pooling_ = pooling->second;
    model->layout_ = {config.task == "forecast" ? config.horizon : 1, shape.targets, loss->values(config)};
    const bool classes = config.task == "classification" || config.task == "labelling";
    model->outputSize_ = classes ? std::max<std::int64_t>(shape.classes, 2) : model->layout_.size();
    const at::NoGradGuard noGrad;
    if (auto added = model->addDecoder(config, shape); !added) return added.error();
    if (auto added = model->addLayers(config, shape.tokens > 0 ? config.embeddingSize : shape.inputs, options); !added)
        return added.error();
    model->addRest(config, shape);
    model->bind(model->values());
    if (options.shapesOnly) return model;
    model->initialise(config, options.seed);
    if (options.compute.value_or(options.dtype) != options.dtype)
        model->lowered_.emplace(model->store_, *options.compute);
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
        if (config.implementation == "auto" && !options.automatic.empty())
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
    fedBack_ = at::tensor(columns, at::kLong).to(tensorOptions_.device());
    return {};
}

void Model::addRest(const ExperimentConfig& config, const ModelShape& shape) {
    const std::int64_t width = layers_.back().spec.outputs();
    std::vector<Entry> entries;
    if (shape.tokens > 0)
        entries.push_back({"embedding.weight", "embedding", {shape.tokens, config.embeddingSize}, true});
    for (const Layer& layer : layers_) {
        const std::int64_t index = layer.spec.layer;
        for (std::int64_t d = 0; config.peephole && d < layer.spec.directions(); ++d) {
            entries.push_back({tensorName("weight_ch", index, d), layerName(index), {3, config.hiddenSize}, true});
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
    if (config.linearPath && config.task == "forecast" && !holdsLinear_) entries.push_back(linear);
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
            for (const char* what : {"weight_ih", "weight_hh", "bias_ih", "bias_hh"})
                layer.weights.push_back(tensor(tensorName(what, index, d)));
            if (layer.spec.projection > 0) layer.weights.push_back(tensor(tensorName("weight_hr", index, d)));
            if (layer.spec.peephole) layer.peepholes.push_back(tensor(tensorName("weight_ch", index, d)));
        }
        layer.normGain = tensor("norm." + std::to_string(index) + ".weight");
        layer.normBias = tensor("norm." + std::to_string(index) + ".bias");
    }
    embedding_ = tensor("embedding.weight");
    attentionWeight_ = tensor("attention.weight");
    attentionBias_ = tensor("attention.bias");
    attentionContext_ = tensor("attention.context");
    headWeight_ = tensor("head.weight");
    headBias_ = tensor("head.bias");
    linearWeight_ = tensor("linear.weight");
}

void Model::initialise(const ExperimentConfig& config, std::uint64_t seed) {
    const Starter start(seed, store_);
    const Initialiser& dense = *findInitialiser(drawnInitialisation(config));
    for (const Layer& layer : layers_) {
        initialiseRecurrent(config, layer.spec, start, store_, seed);
        if (layer.normGain.defined()) layer.normGain.fill_(1);
    }
    if (const Parameter* embedding = store_.find("embedding.weight")) {
        at::Tensor values = at::zeros(embedding->value.sizes(), at::kDouble);
        Rng rng = start.stream(embedding->name);
        for (double& v : doubles(values)) v = rng.normal();
        embedding->value.copy_(values);
    }
    const double bound = 1.0 / std::sqrt(static_cast<double>(layers_.back().spec.outputs()));
    for (const char* name : {"attention.weight", "head.weight"}) {
        if (const Parameter* weight = store_.find(name)) weight->value.copy_(start.matrix(*weight, dense, 1, bound));
    }
    for (const char* name : {"attention.bias", "head.bias"}) {
        if (const Parameter* bias = store_.find(name)) bias->value.copy_(start.bias(*bias, dense, bound));
    }
    if (const Parameter* context = store_.find("attention.context"))
        context->value.copy_(start.matrix(*context, *findInitialiser("uniform"), 1, bound));
}

}  // namespace gatelab
