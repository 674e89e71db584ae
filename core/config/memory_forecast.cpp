// SPDX-License-Identifier: GPL-3.0-or-later
// The memory forecast from formulas. What a recurrent layer holds was measured with the counting allocator (gatelab-worker study memory) for LibTorch 2.11 on the
// CPU; a test keeps formulas and measurement together.
#include "config/architecture.h"

#include "config/decoder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace gatelab {
namespace {

constexpr double kMiB = 1048576.0;
/// The program with LibTorch's CPU part after a few steps, without tensors; CUDA: context and libraries on the device.
constexpr double kHostFramework = 230 * kMiB, kCudaFramework = 320 * kMiB;
constexpr double kEvaluationBatch = 256;  // of the evaluator

/// Numbers that one layer and direction holds, in units of batch x hidden size, per time step unless said otherwise.
struct LayerMemory {
    std::string_view implementation, cell;
    double kept;        ///< for the backward pass
    double keptOnce;    ///< not per time step
    double forward;     ///< besides, while the forward pass runs
    double backward;    ///< besides, while the backward pass runs
    double matrices;    ///< copies of the weight matrices in the backward pass
    double inference;   ///< all of it without gradients
};
constexpr std::array kLayers = {
    LayerMemory{"library", "lstm", 16, 15, 4.4, 5, 3.5, 5.2},  // oneDNN
    LayerMemory{"unfused", "lstm", 7, 2, 5, 1, 1.5, 6},        // LibTorch's own steps: other precisions than FP32, projection
    LayerMemory{"library", "gru", 7, 1, 4, 0.4, 1.5, 5},
    LayerMemory{"library", "rnn", 1, 2, 2, 1, 1, 3},
    LayerMemory{"cell", "lstm", 7, 2, 5, 1, 1.5, 6},
    LayerMemory{"cell", "gru", 8, 2, 4, 0.2, 1.5, 5},
    LayerMemory{"cell", "rnn", 1, 2, 2, 1, 1, 3},
    LayerMemory{"naive", "lstm", 7, 2, 1, 0.2, 1.5, 2},
    LayerMemory{"naive", "gru", 6, 2, 1, 0.2, 1.5, 2},
    LayerMemory{"naive", "rnn", 1, 2, 1, 0.2, 1, 2},
};

const LayerMemory& layerMemory(const ExperimentConfig& config) {
    const std::string_view cell = config.cell == "lstm" || config.cell == "gru" ? std::string_view(config.cell) : "rnn";
    std::string_view implementation = config.implementation;
    // What LibTorch's own layers cannot run goes step by step.
    const bool special = config.peephole || config.recurrentDropout > 0 || config.zoneout > 0;
    if (implementation != "cell" && implementation != "naive") implementation = special ? "cell" : "library";
    if (implementation == "library" && cell == "lstm" && (config.precision != "fp32" || config.projectionSize > 0)) implementation = "unfused";
    const auto found = std::ranges::find_if(kLayers, [&](const LayerMemory& row) { return row.implementation == implementation && row.cell == cell; });
    return found == kLayers.end() ? kLayers.front() : *found;
}

/// Optimiser state per parameter, in numbers of the weights' type.
double optimiserStates(const ExperimentConfig& config) {
    if (config.optimiser == "sgd" || config.optimiser == "adagrad") return 1;
    return 2;
}

/// Adds up the stack of recurrent layers.
struct StackMemory {
    double activations = 0;  ///< bytes kept between the passes
    double workspace = 0;    ///< highest besides, in either pass
    double inference = 0;    ///< per example, without gradients
};

StackMemory stackMemory(const ExperimentConfig& config, const ModelShape& shape, double bytes) {
    const LayerMemory& row = layerMemory(config);
    const double time = static_cast<double>(config.lookback), batch = static_cast<double>(config.batchSize), hidden = static_cast<double>(config.hiddenSize);
    const double directions = config.bidirectional ? 2 : 1, gates = config.cell == "lstm" ? 4 : config.cell == "gru" ? 3 : 1;
    const double out = config.cell == "lstm" && config.projectionSize > 0 ? static_cast<double>(config.projectionSize) : hidden;
    const bool inChunks = config.recomputeChunk > 0 && config.recomputeChunk < config.lookback;
    const double chunk = inChunks ? static_cast<double>(config.recomputeChunk) : time;
    // Each step of a recursive decoder is a call of its own, and the gradients of all calls are summed up before they go where they belong.
    const auto further = static_cast<double>(furtherSteps(config));
    double sums = 0, decoded = 0;
    StackMemory stack;
    double features = shape.tokens > 0 ? static_cast<double>(config.embeddingSize) : static_cast<double>(shape.inputs);
    if (shape.tokens > 0) stack.activations += time * batch * features * bytes;
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
        const double matrices = gates * hidden * (features + out);
        const double whole = directions * batch * hidden * (row.kept * chunk + row.keptOnce) * bytes;
        const double passes = std::max(row.forward * chunk * batch * hidden, row.backward * chunk * batch * hidden + row.matrices * matrices) * bytes;
        // In chunks only the output and the states at the borders last; one chunk is whole at a time.
        const double lasting = directions * batch * (time * out + std::ceil(time / chunk) * 2 * hidden) * bytes;
        stack.activations += inChunks ? lasting : whole;
        decoded += directions * batch * hidden * (row.kept + row.keptOnce) * further * bytes;
        stack.workspace = std::max(stack.workspace, inChunks ? whole + passes : passes);
        stack.inference = std::max(stack.inference, ((row.inference + (directions > 1 ? 1 : 0)) * hidden + (layer > 0 ? features : 0)) * time * bytes);
        if (further > 0) sums += matrices * bytes;
        features = directions * out;
        const double perStep = (time + further) * batch * features * bytes;
        if (config.layerNorm) stack.activations += perStep;
        if (config.residual && layer > 0) stack.activations += perStep;
        if (config.dropout > 0 && layer + 1 < config.layers) stack.activations += 2 * perStep;
        // Joining both directions copies the output.
        if (directions > 1) stack.activations += perStep;
    }
    // What the decoder keeps comes after the forward pass over the window and is gone before the backward pass over it.
    stack.activations += decoded;
    stack.workspace = std::max(0.0, stack.workspace - decoded) + sums;
    if (config.pooling == "attention") stack.activations += 3 * time * batch * features * bytes;
    return stack;
}

}  // namespace

MemoryForecast forecastMemory(const ExperimentConfig& config, const ModelShape& shape, std::int64_t rows, std::int64_t evaluated) {
    const Architecture architecture = describeArchitecture(config, shape);
    const double master = config.precision == "fp64" ? 8 : 4;  // BF16 and FP16 keep FP32 master weights
    const double bytes = config.precision == "fp64" ? 8 : config.precision == "bf16" || config.precision == "fp16" ? 2 : 4;
    const auto parameters = static_cast<double>(architecture.parameters);
    const auto batch = static_cast<double>(config.batchSize), time = static_cast<double>(config.lookback);
    const auto inputs = static_cast<double>(shape.inputs), targets = static_cast<double>(shape.targets);
    const double answers = config.task == "forecast" ? static_cast<double>(config.horizon) * targets : std::max(1.0, targets);
    const double example = (time * inputs + answers) * bytes, examplesIndex = (time + answers) * 8;
    const StackMemory stack = stackMemory(config, shape, bytes);

    MemoryForecast forecast;
    // The best weights so far, which validation tells, are kept beside the current ones.
    const double copies = 1 + (evaluated != 0 ? 1 : 0) + (config.emaDecay > 0 ? 1 : 0);
    forecast.weights = parameters * (copies * master + (bytes < master ? bytes : 0));
    forecast.gradients = parameters * master;
    forecast.optimiser = parameters * master * optimiserStates(config);
    const double seenAgain = config.linearPath ? static_cast<double>(furtherSteps(config)) * time * inputs : 0;  // the linear path of a recursive decoder
    forecast.activations = stack.activations + batch * (static_cast<double>(architecture.outputSize) + seenAgain) * bytes;
    const double training = forecast.activations + stack.workspace + batch * example;
    const double evaluation = (evaluated < 0 ? kEvaluationBatch : std::min(kEvaluationBatch, static_cast<double>(evaluated))) * (stack.inference + example + examplesIndex);
    forecast.workspace = stack.workspace + std::max(0.0, evaluation - training);
    const auto known = static_cast<double>(std::max<std::int64_t>(rows, 0));
    const double perRow = config.task == "forecast" ? inputs + targets : inputs;
    const double order = config.task == "forecast" ? 8 : 0;  // the epoch's order: a number per window
    forecast.data = known * (perRow * bytes + order) + batch * example;
    forecast.tables = 2 * known * perRow * 8;  // as read and as prepared, in double precision
    forecast.framework = config.device.starts_with("cuda") ? kCudaFramework : kHostFramework;
    return forecast;
}

}  // namespace gatelab
