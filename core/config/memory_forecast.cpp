// SPDX-License-Identifier: GPL-3.0-or-later
// The memory forecast from formulas: what a recurrent layer holds (layer_memory.h), and all the rest.
#include "config/architecture.h"

#include "base/units.h"
#include "config/cell_traits.h"
#include "config/cpu_step_obstacle.h"
#include "config/decoder.h"
#include "config/layer_memory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {
namespace {

/// The worker with LibTorch's CPU part after a few steps, without tensors; CUDA: context and libraries on the device.
constexpr double kHostFramework = 175 * kMiB, kCudaFramework = 320 * kMiB;
constexpr double kMaxEvaluationRows = 256;  // more make the evaluation no faster
constexpr double kMaskBytes = 32;  // of a step of a sequence: masks, and where it stands when it is turned round

/// Optimiser state per parameter, in numbers of the weights' type.
double optimiserStates(const ExperimentConfig& config) {
    if (config.optimiser == "sgd" || config.optimiser == "adagrad") return 1;
    const bool isAdam = config.optimiser == "adam" || config.optimiser == "adamw";
    return (isAdam && config.amsgrad) || (config.optimiser == "rmsprop" && config.centered) ? 3 : 2;
}

/// What the pooling of all steps keeps, and needs besides in the backward pass, in units of the last layer's output.
struct PoolingMemory {
    std::string_view pooling;
    double kept, backward;
};
constexpr std::array kPoolings = {PoolingMemory{"mean", 0, 1}, PoolingMemory{"max", 1, 2.4},
                                  PoolingMemory{"attention", 2, 3}};
/// The same of the whole step (step/cpu/block.cpp).
constexpr std::array kCpuStepPoolings = {PoolingMemory{"mean", 0, 0}, PoolingMemory{"max", 0, 0},
                                         PoolingMemory{"attention", 1, 1}};

/// Adds up the stack of recurrent layers.
struct StackMemory {
    std::vector<double> layers;  ///< bytes kept between the passes, by Architecture::layers without the head
    double workspace = 0;        ///< highest besides, in either pass
    double inference = 0;        ///< per example, without gradients
};

StackMemory stackMemory(const ExperimentConfig& config, const ModelShape& shape, const SequenceFacts& sequences,
                        double bytes) {
    const double evaluatedTime =
        static_cast<double>(sequences.evaluatedSteps > 0 ? sequences.evaluatedSteps : config.lookback);
    const double time = static_cast<double>(config.lookback), batch = static_cast<double>(config.batchSize),
                 hidden = static_cast<double>(config.hiddenSize);
    const CellTraits& cell = cellTraits(config.cell);
    const double directions = config.bidirectional ? 2 : 1, gates = static_cast<double>(cell.blocks());
    const bool projects = cell.projection && config.projectionSize > 0;
    const double out = projects ? static_cast<double>(config.projectionSize) : hidden;
    const bool inChunks = config.recomputeChunk > 0 && config.recomputeChunk < config.lookback;
    const double chunk = inChunks ? static_cast<double>(config.recomputeChunk) : time;
    // Each step of a recursive decoder is a call of its own, and the gradients of all calls are summed up before they
    // go where they belong.
    const auto further = static_cast<double>(furtherSteps(config));
    double sums = 0, decoded = 0;
    const bool isWhole = expectsCpuStep(config), labels = config.task == "labelling";
    double packed = 0;
    StackMemory stack{{0}};  // the window is data
    double features = shape.tokens > 0 ? static_cast<double>(config.embeddingSize) : static_cast<double>(shape.inputs);
    const auto perStep = [&] { return (time + further) * batch * features * bytes; };
    if (shape.tokens > 0) stack.layers.push_back(perStep());
    // What a layer sees is kept, unless it is kept already: as the output of the layer below, of the embedding, as data
    // that are not converted.
    const bool isConverted = shape.tokens == 0 && config.precision != "fp64" && bytes < 4;
    bool isInputKept = !isConverted;
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
        const bool first = layer == 0;
        // The whole step reads the gradient of a mean anew for every step.
        const bool everyStep = layer + 1 < config.layers ||
                               (config.pooling != "last" && !(isWhole && config.pooling == "mean")) ||
                               config.task == "labelling" || config.layerNorm || config.residual;
        const LayerCall call{chunk,
                             batch,
                             features,
                             hidden,
                             out,
                             bytes,
                             config.bidirectional && !inChunks,
                             first,
                             sequences.masked,
                             everyStep,
                             !first || shape.tokens > 0};
        const LayerMemory whole = layerMemory(config, call),
                          one = layerMemory(config, {1, batch, features, hidden, out, bytes, false, first});
        const bool masksOutput = sequences.masked && whole.masksOutput;
        // In chunks each direction keeps its own copy of what it sees.
        const double turned = whole.turnsInput ? (directions - 1) * perStep() : 0,
                     masks = sequences.masked ? kMaskBytes * time * batch : 0;
        const double input = (isInputKept ? 0 : perStep() * (inChunks ? directions : 1)) + turned + masks;
        // Masked, the directions share the gradient of the mean, which waits for the second one.
        const double shared = masksOutput && config.pooling == "mean" && layer + 1 == config.layers
                                  ? (directions - 1) * time * batch * directions * out * bytes
                                  : 0;
        const double backward = whole.backward + time * whole.inputGradient + shared;
        // In chunks one of one direction is whole at a time, and the forward pass is one without gradients.
        // At its end the outputs of all chunks stand beside what they are put together to.
        const double joined = 2 * directions * time * batch * out * bytes;
        const double forward =
            inChunks
                ? std::max(joined, whole.inference + ((4 * directions - 3) * time - chunk) * batch * hidden * bytes)
                : whole.forward;
        // What the decoder keeps comes after the forward pass over the window and is gone before the backward pass over
        // it.
        const double later = directions * one.kept * further;
        decoded += later;
        stack.layers.push_back(input + later +
                               directions *
                                   (inChunks ? batch * std::ceil(time / chunk) * 2 * hidden * bytes : whole.kept));
        stack.workspace = std::max({stack.workspace, forward, backward + (inChunks ? whole.kept : 0)});
        const double seen =
            ((first && !isConverted && shape.tokens == 0 ? 0 : 1) + (whole.turnsInput ? directions - 1 : 0)) *
                features * evaluatedTime * bytes +
            (sequences.masked ? kMaskBytes * evaluatedTime : 0);
        stack.inference = std::max(stack.inference, layerMemory(config, {evaluatedTime, 1, features, hidden, out, bytes,
                                                                         config.bidirectional, first, sequences.masked})
                                                            .inference +
                                                        seen);
        // Output and gradient of each direction, before and after the mask.
        if (masksOutput) stack.workspace = std::max(stack.workspace, 2 * directions * time * batch * out * bytes);
        packed += whole.packed;
        if (further > 0) sums += gates * hidden * (features + out) * bytes;
        features = directions * out;
        isInputKept = whole.keepsOutput && !inChunks;
        if (config.layerNorm) stack.layers.push_back(isInputKept ? 0 : perStep());
        // Which ones are left out
        if (config.dropout > 0 && layer + 1 < config.layers) stack.layers.push_back(perStep());
        if (config.layerNorm || config.dropout > 0 || (config.residual && layer > 0)) isInputKept = false;
    }
    stack.workspace = std::max(0.0, stack.workspace - decoded) + sums;
    if (isWhole) {
        stack.workspace += packed + 2 * batch * features * bytes;  // what the head sees, and its gradient
        if (labels) stack.layers.back() += perStep();              // every step goes through the head by itself
    }
    for (const PoolingMemory& one : isWhole ? kCpuStepPoolings : kPoolings) {
        if (config.pooling != one.pooling || config.task == "labelling") continue;
        stack.layers.push_back(one.kept * perStep());
        stack.workspace =
            isWhole ? stack.workspace + one.backward * perStep() : std::max(stack.workspace, one.backward * perStep());
    }
    return stack;
}

}  // namespace

MemoryForecast forecastMemory(const ExperimentConfig& config, const ModelShape& shape, std::int64_t rows,
                              std::int64_t evaluated, const SequenceFacts& sequences, std::int64_t trained) {
    const Architecture architecture = describeArchitecture(config, shape);
    const double master = config.precision == "fp64" ? 8 : 4;  // BF16 and FP16 keep FP32 master weights
    const double bytes = config.precision == "fp64"                                 ? 8
                         : config.precision == "bf16" || config.precision == "fp16" ? 2
                                                                                    : 4;
    const auto parameters = static_cast<double>(architecture.parameters);
    const auto batch = static_cast<double>(config.batchSize), time = static_cast<double>(config.lookback);
    const auto inputs = static_cast<double>(shape.inputs), targets = static_cast<double>(shape.targets);
    const bool isForecast = config.task == "forecast", isLabelling = config.task == "labelling";
    const double answers = isForecast    ? static_cast<double>(config.horizon) * targets
                           : isLabelling ? time
                                         : std::max(1.0, targets);
    // Tokens and classes are whole numbers of LibTorch
    const double input = shape.tokens > 0 ? 8 : master, answer = shape.classes > 0 ? 8 : master;
    const double example = time * inputs * input + answers * answer, examplesIndex = (time + answers) * 8;
    const double longer = sequences.evaluatedSteps > 0 ? static_cast<double>(sequences.evaluatedSteps) / time : 1;
    StackMemory stack = stackMemory(config, shape, sequences, bytes);
    // Each block of a batch that is split has gradients of its own until they are summed up in order.
    const bool splits = config.splitBatch && !config.device.starts_with("cuda") && config.threads > 1,
               whole = expectsCpuStep(config);
    if (splits)
        stack.workspace +=
            static_cast<double>(std::min(config.threads - (whole ? 0 : 1), config.batchSize)) * parameters * master;
    else if (whole && config.accumulate > 1)
        stack.workspace += parameters * master;

    MemoryForecast forecast;
    // The best weights so far, which validation tells, are kept beside the current ones.
    const double copies = 1 + (evaluated != 0 ? 1 : 0) + (config.emaDecay > 0 ? 1 : 0);
    forecast.weights = parameters * (copies * master + (bytes < master ? bytes : 0));
    forecast.gradients = parameters * master;
    forecast.optimiser = parameters * master * optimiserStates(config);
    // The linear path of a recursive decoder
    const double seenAgain = config.linearPath ? static_cast<double>(furtherSteps(config)) * time * inputs : 0;
    forecast.layers = std::move(stack.layers);
    // The output, and what the loss keeps of it.
    forecast.layers.push_back(
        batch *
        (2 * static_cast<double>(architecture.outputSize) * (isLabelling ? time : 1) * master + seenAgain * bytes));
    forecast.activations = std::accumulate(forecast.layers.begin(), forecast.layers.end(), 0.0);
    // The evaluation, which lays out its windows' places before the network runs, takes as many examples at once as a
    // training step has room for.
    const double training = forecast.activations + stack.workspace + batch * example;
    const double oneEvaluated = longer * example + std::max(stack.inference, examplesIndex);
    const double evaluationOrder = static_cast<double>(std::max<std::int64_t>(evaluated, 0)) * 8;
    // An order that takes most of that room does not make the evaluation slow.
    const double evaluationRows = std::clamp(
        std::floor(std::max(training - evaluationOrder, training / 2) / oneEvaluated), 1.0, kMaxEvaluationRows);
    forecast.evaluationRows = static_cast<std::int64_t>(evaluationRows);
    // Of sequences far longer than those trained on, one alone may need more than the step.
    const double evaluation =
        evaluationOrder +
        (evaluated < 0 ? evaluationRows : std::min(evaluationRows, static_cast<double>(evaluated))) * oneEvaluated;
    forecast.workspace = training < evaluation ? evaluation - forecast.activations : stack.workspace;
    forecast.data = training < evaluation ? 0 : batch * example;
    const auto known = static_cast<double>(std::max<std::int64_t>(rows, 0)),
               examples = static_cast<double>(sequences.examples);
    // The epoch's order
    forecast.data += (!isForecast ? examples : trained < 0 ? known : static_cast<double>(trained)) * 8;
    if (config.deviceData)
        forecast.data += known * (inputs * input + (isForecast    ? targets * master
                                                    : isLabelling ? answer
                                                                  : 0)) +
                         (isLabelling ? 0 : examples * answers * answer);
    // As read and as prepared, in double precision
    forecast.tables = 2 * known * (inputs + (isForecast ? targets : 0)) * 8;
    // Each length asks for blocks of its own size, and those of the lengths before are kept.
    if (sequences.masked) forecast.spare = forecast.activations + stack.workspace + evaluation;
    forecast.framework = config.device.starts_with("cuda") ? kCudaFramework : kHostFramework;
    return forecast;
}

}  // namespace gatelab
