// SPDX-License-Identifier: GPL-3.0-or-later
// The memory forecast from formulas. What a recurrent layer holds was measured with the counting allocator (gatelab-worker study memory) for LibTorch 2.11 on the
// CPU; a test keeps formulas and measurement together.
#include "config/architecture.h"

#include "config/decoder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {
namespace {

constexpr double kMiB = 1048576.0;
/// The worker with LibTorch's CPU part after a few steps, without tensors; CUDA: context and libraries on the device.
constexpr double kHostFramework = 175 * kMiB, kCudaFramework = 320 * kMiB;
constexpr double kEvaluationBatch = 256;  // of the evaluator

/// Numbers that one layer and direction holds, in units of batch x hidden size, per time step unless said otherwise.
struct LayerMemory {
    std::string_view implementation, cell;
    double kept;           ///< for the backward pass
    double keptOnce;       ///< not per time step
    double forward;        ///< besides, while the forward pass runs
    double bothForward;    ///< more of it where both directions run
    double backward;       ///< besides, while the backward pass runs
    double matrices;       ///< copies of the weight matrices in the backward pass
    double inference;      ///< all of it without gradients
    double bothInference;  ///< more of it where both directions run
    double inputGradient;  ///< besides, in the backward pass, in units of batch x the features that the layer sees
};
constexpr std::array kLayers = {
    LayerMemory{"library", "lstm", 16.25, 15, 4.4, 1, 5.35, 2.3, 5.2, 1, 1},  // oneDNN
    LayerMemory{"unfused", "lstm", 7, 2, 5, 3, 1, 1.5, 6, 4, 0},              // LibTorch's own steps: other precisions than FP32, projection
    LayerMemory{"library", "gru", 7, 1, 4, 3, 0.4, 1.5, 5, 4, 0},
    LayerMemory{"library", "rnn", 1, 2, 2, 3, 1, 1, 3, 4, 0},
    LayerMemory{"cell", "lstm", 7, 2, 5, 1, 1, 1.5, 6, 1, 0},
    LayerMemory{"cell", "gru", 8, 2, 4, 1, 0.2, 1.5, 5, 1, 0},
    LayerMemory{"cell", "rnn", 1, 2, 2, 2, 1, 1, 3, 1, 0},
    LayerMemory{"naive", "lstm", 7, 2, 1, 3, 0.1, 1.5, 2, 2, 1.9},
    LayerMemory{"naive", "gru", 6, 2, 1, 3, 0.1, 1.5, 2, 2, 1.9},
    LayerMemory{"naive", "rnn", 1, 2, 1, 3, 0.1, 1, 2, 2, 1.9},
};
/// oneDNN's rows are as long as the longest of input and output: what a layer keeps, and what it needs without gradients, for each hidden size by which its
/// input is wider than its output.
constexpr double kKeptWider = 6.4, kInferenceWider = 2;

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

/// What the pooling of all steps keeps, and needs besides in the backward pass, in units of the last layer's output.
struct PoolingMemory {
    std::string_view pooling;
    double kept, backward;
};
constexpr std::array kPoolings = {PoolingMemory{"mean", 0, 1}, PoolingMemory{"max", 1, 2.4}, PoolingMemory{"attention", 2, 3}};

/// Adds up the stack of recurrent layers.
struct StackMemory {
    std::vector<double> layers;  ///< bytes kept between the passes, by Architecture::layers without the head
    double workspace = 0;        ///< highest besides, in either pass
    double inference = 0;        ///< per example, without gradients
};

StackMemory stackMemory(const ExperimentConfig& config, const ModelShape& shape, double bytes) {
    const LayerMemory& row = layerMemory(config);
    const bool isOneDnn = &row == &kLayers.front();
    const double time = static_cast<double>(config.lookback), batch = static_cast<double>(config.batchSize), hidden = static_cast<double>(config.hiddenSize);
    const double directions = config.bidirectional ? 2 : 1, gates = config.cell == "lstm" ? 4 : config.cell == "gru" ? 3 : 1;
    const bool projects = config.cell == "lstm" && config.projectionSize > 0;
    const double out = projects ? static_cast<double>(config.projectionSize) : hidden, both = directions - 1;
    const bool inChunks = config.recomputeChunk > 0 && config.recomputeChunk < config.lookback;
    const double chunk = inChunks ? static_cast<double>(config.recomputeChunk) : time;
    // Each step of a recursive decoder is a call of its own, and the gradients of all calls are summed up before they go where they belong.
    const auto further = static_cast<double>(furtherSteps(config));
    double sums = 0, decoded = 0;
    StackMemory stack{{0}};  // the window is data
    double features = shape.tokens > 0 ? static_cast<double>(config.embeddingSize) : static_cast<double>(shape.inputs);
    const auto perStep = [&] { return (time + further) * batch * features * bytes; };
    if (shape.tokens > 0) stack.layers.push_back(perStep());
    // What a layer sees is kept, unless it is kept already: as the output of the layer below, of the embedding, as data.
    bool isInputKept = true;
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
        const double matrices = gates * hidden * (features + out), wider = isOneDnn ? std::max(0.0, features / hidden - 1) : 0;
        // In chunks each direction keeps its own copy of what it sees.
        const double input = isInputKept ? 0 : perStep() * (inChunks ? directions : 1);
        const double kept = row.kept + kKeptWider * wider + (projects ? out / hidden : 0);
        const double whole = batch * hidden * (kept * chunk + row.keptOnce) * bytes;
        const double inputGradient = layer > 0 || isOneDnn ? row.inputGradient * time * batch * features * bytes : 0;
        const double backward = row.backward * chunk * batch * hidden * bytes + row.matrices * matrices * bytes + inputGradient;
        // In chunks one of one direction is whole at a time, and the forward pass is one without gradients.
        const double forward = (inChunks ? row.forward * chunk + (1 + 3 * both) * time : (row.forward + row.bothForward * both) * time) * batch * hidden * bytes;
        // What the decoder keeps comes after the forward pass over the window and is gone before the backward pass over it.
        const double later = directions * batch * hidden * (row.kept + row.keptOnce) * further * bytes;
        decoded += later;
        stack.layers.push_back(input + later + directions * (inChunks ? batch * std::ceil(time / chunk) * 2 * hidden * bytes : whole));
        stack.workspace = std::max({stack.workspace, forward, backward + (inChunks ? whole : 0)});
        stack.inference = std::max(stack.inference, ((row.inference + row.bothInference * both + kInferenceWider * wider) * hidden + (layer > 0 ? features : 0)) * time * bytes);
        if (further > 0) sums += matrices * bytes;
        features = directions * out;
        isInputKept = isOneDnn && both == 0 && !inChunks;
        if (config.layerNorm) stack.layers.push_back(isInputKept ? 0 : perStep());
        if (config.dropout > 0 && layer + 1 < config.layers) stack.layers.push_back(perStep());  // which ones are left out
        if (config.layerNorm || config.dropout > 0 || (config.residual && layer > 0)) isInputKept = false;
    }
    stack.workspace = std::max(0.0, stack.workspace - decoded) + sums;
    for (const PoolingMemory& one : kPoolings) {
        if (config.pooling != one.pooling || config.task == "labelling") continue;
        stack.layers.push_back(one.kept * perStep());
        stack.workspace = std::max(stack.workspace, one.backward * perStep());
    }
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
    const double input = shape.tokens > 0 ? 8 : bytes, answer = shape.classes > 0 ? 8 : bytes;  // tokens and classes are whole numbers of LibTorch
    const double example = time * inputs * input + answers * answer, examplesIndex = (time + answers) * 8;
    StackMemory stack = stackMemory(config, shape, bytes);

    MemoryForecast forecast;
    // The best weights so far, which validation tells, are kept beside the current ones.
    const double copies = 1 + (evaluated != 0 ? 1 : 0) + (config.emaDecay > 0 ? 1 : 0);
    forecast.weights = parameters * (copies * master + (bytes < master ? bytes : 0));
    forecast.gradients = parameters * master;
    forecast.optimiser = parameters * master * optimiserStates(config);
    const double seenAgain = config.linearPath ? static_cast<double>(furtherSteps(config)) * time * inputs : 0;  // the linear path of a recursive decoder
    forecast.layers = std::move(stack.layers);
    forecast.layers.push_back(batch * (static_cast<double>(architecture.outputSize) + seenAgain) * bytes);
    forecast.activations = std::accumulate(forecast.layers.begin(), forecast.layers.end(), 0.0);
    const double training = forecast.activations + stack.workspace + batch * example;
    const double evaluation = (evaluated < 0 ? kEvaluationBatch : std::min(kEvaluationBatch, static_cast<double>(evaluated))) * (stack.inference + example + examplesIndex);
    forecast.workspace = stack.workspace + std::max(0.0, evaluation - training);
    const auto known = static_cast<double>(std::max<std::int64_t>(rows, 0));
    const bool isForecast = config.task == "forecast";
    const double perRow = inputs * input + (isForecast ? targets * bytes + 8 : 0);  // 8: the epoch's order, a number per window
    forecast.data = known * perRow + batch * example;
    forecast.tables = 2 * known * (inputs + (isForecast ? targets : 0)) * 8;  // as read and as prepared, in double precision
    forecast.framework = config.device.starts_with("cuda") ? kCudaFramework : kHostFramework;
    return forecast;
}

}  // namespace gatelab
