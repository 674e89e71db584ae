// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/start_weights.h"

#include "nn/model.h"
#include "observe/layer_health.h"

#include <ATen/ATen.h>

namespace gatelab {

namespace {

/// The values of all parameters of a buffer whose names hold this, one behind the other; undefined: there are none.
at::Tensor valuesOf(const ParameterStore& store, std::size_t buffer, const char* name) {
    std::vector<at::Tensor> found;
    for (const Parameter& parameter : store.all())
        if (parameter.buffer == buffer && parameter.name.find(name) != std::string::npos)
            found.push_back(parameter.value.detach().reshape(-1));
    return found.empty() ? at::Tensor() : at::cat(found).to(at::kDouble);
}

void add(std::vector<StartWeights>& all, const char* what, std::size_t layer, const at::Tensor& values) {
    if (!values.defined() || values.numel() == 0) return;
    const auto [low, high] = at::aminmax(values);
    // One value alone, e.g. zeros, is a bin of its own.
    const at::Tensor half = at::where(high > low, 0.0, 0.5).to(at::kDouble);
    const std::vector<LayerHistogram> read =
        readSpreads({spreadOf(what, static_cast<std::int64_t>(layer), values, at::stack({low - half, high + half}))});
    all.push_back({read.front(), values.mean().item<double>(), values.std(/*unbiased=*/false).item<double>()});
}

}  // namespace

Result<std::vector<StartWeights>> startWeights(const ExperimentConfig& config, const ModelShape& shape) {
    if (describeArchitecture(config, shape).parameters > kMaxPreviewed)
        return Error{
            ErrorCode::Unsupported,
            {GATELAB_TEXT("Training", "initial weights are shown for networks of at most %1 million parameters"),
             {kMaxPreviewed / 1'000'000}}};
    // What computes the layers has no part in their start values, and may not be here.
    ExperimentConfig drawn = config;
    drawn.implementation = ExperimentConfig{}.implementation;
    drawn.recomputeChunk = 0;
    ModelOptions options;
    options.seed = static_cast<std::uint64_t>(config.seed);
    const auto model = Model::create(drawn, shape, options);
    if (!model.ok()) return model.error();
    const at::NoGradGuard noGrad;
    const ParameterStore& store = (*model)->parameters();
    const std::size_t layers = (*model)->layerCount();
    std::vector<StartWeights> all;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        add(all, "input_weights", layer, valuesOf(store, layer, ".weight_ih"));
        add(all, "recurrent_weights", layer, valuesOf(store, layer, ".weight_hh"));
        const at::Tensor bias = valuesOf(store, layer, ".bias_ih"), second = valuesOf(store, layer, ".bias_hh");
        add(all, "biases", layer, second.defined() ? bias + second : bias);
    }
    add(all, "head_weights", layers, valuesOf(store, layers, "head.weight"));
    add(all, "head_biases", layers, valuesOf(store, layers, "head.bias"));
    return all;
}

}  // namespace gatelab
