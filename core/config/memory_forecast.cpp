// SPDX-License-Identifier: GPL-3.0-or-later
// The memory forecast from formulas: what a recurrent layer holds (layer_memory.h), and all the rest.
#include "config/architecture.h"

#include "base/units.h"
#include "config/cell_traits.h"
#include "config/cpu_step_obstacle.h"
#include "config/decoder.h"
#include "config/layer_memory.h"
#include "config/rank_obstacle.h"
#include "config/switches.h"

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
// More make the evaluation no faster: on a processor. A GPU waits for each time step, however many rows it has.
constexpr double kMaxEvaluationRows = 256, kMaxGpuEvaluationRows = 4096;
constexpr double kEvaluationStreams = 16;  ///< of a text whose state is carried, see step/evaluation_blocks.h
constexpr double kMaskBytes = 32;  // of a step of a sequence: masks, and where it stands when it is turned round

/// Blocks of rows that a batch is cut into, each with gradients of its own until they are summed up in order.
std::int64_t blocksOf(const ExperimentConfig& config) {
    if (!config.splitBatch || config.device.starts_with("cuda") || isPipelined(config)) return 1;
    return config.ranks > 1 ? rankBlocks(config)
                            : std::max<std::int64_t>(1, std::min(config.threads, config.batchSize));
}

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

/// The stack of recurrent layers, added up.
struct StackMemory {
    std::vector<double> layers;  ///< bytes kept between the passes, by Architecture::layers without the head
    double workspace = 0;        ///< highest besides, in either pass
    double inference = 0;        ///< per example, without gradients
};

/// Adds up one stack of recurrent layers, from the lowest to what the head sees.
class StackAccount {
public:
    StackAccount(const ExperimentConfig& config, const ModelShape& shape, const SequenceFacts& sequences, double bytes)
        : config_(config),
          sequences_(sequences),
          bytes_(bytes),
          hasTokens_(shape.tokens > 0),
          tables_(shape.tables.size()),
          features_(static_cast<double>(seenInputs(config, shape))) {}

    StackMemory add() {
        if (hasTokens_) stack_.layers.push_back(perStep());
        // The last of the tables stands for what the first layer sees.
        for (std::size_t table = 0; table < tables_; ++table)
            stack_.layers.push_back(table + 1 == tables_ ? perStep() : 0);
        for (std::int64_t layer = 0; layer < config_.layers; ++layer) addLayer(layer == 0, layer + 1 == config_.layers);
        stack_.workspace = std::max(0.0, stack_.workspace - decoded_) + sums_;
        if (isWhole_) addWholeStep();
        if (!isLabelling_) addPooling();
        return std::move(stack_);
    }

private:
    [[nodiscard]] bool embeds() const { return hasTokens_ || tables_ > 0; }
    [[nodiscard]] double perStep() const { return (time_ + further_) * batch_ * features_ * bytes_; }
    [[nodiscard]] double twiceOutputs() const { return 2 * directions_ * time_ * batch_ * out_ * bytes_; }
    [[nodiscard]] bool masksOutput(const LayerMemory& layer) const { return sequences_.masked && layer.masksOutput; }

    void addLayer(bool first, bool last) {
        const LayerMemory whole = layerMemory(config_, trainedCall(first, last)),
                          one = layerMemory(config_, {1, batch_, features_, hidden_, out_, bytes_, false, first});
        // What the decoder keeps comes after the forward pass over the window and is gone before the backward pass over
        // it.
        const double later = directions_ * one.kept * further_;
        decoded_ += later;
        stack_.layers.push_back(keptInput(whole) + later + directions_ * keptByDirection(whole));
        stack_.workspace = std::max({stack_.workspace, forwardPass(whole), backwardPass(whole, last)});
        stack_.inference = std::max(stack_.inference, inference(whole, first));
        // Output and gradient of each direction, before and after the mask.
        if (masksOutput(whole)) stack_.workspace = std::max(stack_.workspace, twiceOutputs());
        packed_ += whole.packed;
        if (further_ > 0) sums_ += gates_ * hidden_ * (features_ + out_) * bytes_;
        handOn(whole, first, last);
    }

    [[nodiscard]] LayerCall trainedCall(bool first, bool last) const {
        // The whole step reads the gradient of a mean anew for every step.
        const bool everyStep = !last || (config_.pooling != "last" && !(isWhole_ && config_.pooling == "mean")) ||
                               isLabelling_ || config_.layerNorm || config_.residual;
        return {chunk_,
                batch_,
                features_,
                hidden_,
                out_,
                bytes_,
                config_.bidirectional && !inChunks_,
                first,
                sequences_.masked,
                everyStep,
                !first || embeds(),
                isWhole_ ? static_cast<double>(blocksOf(config_)) : 1};
    }

    [[nodiscard]] double keptInput(const LayerMemory& whole) const {
        // In chunks each direction keeps its own copy of what it sees.
        const double turned = whole.turnsInput ? (directions_ - 1) * perStep() : 0,
                     masks = sequences_.masked ? kMaskBytes * time_ * batch_ : 0;
        return (isInputKept_ ? 0 : perStep() * (inChunks_ ? directions_ : 1)) + turned + masks;
    }

    [[nodiscard]] double keptByDirection(const LayerMemory& whole) const {
        return inChunks_ ? batch_ * std::ceil(time_ / chunk_) * 2 * hidden_ * bytes_ : whole.kept;
    }

    /// In chunks one of one direction is whole at a time, and the forward pass is one without gradients. At its end the
    /// outputs of all chunks stand beside what they are put together to.
    [[nodiscard]] double forwardPass(const LayerMemory& whole) const {
        if (!inChunks_) return whole.forward;
        return std::max(twiceOutputs(),
                        whole.inference + ((4 * directions_ - 3) * time_ - chunk_) * batch_ * hidden_ * bytes_);
    }

    [[nodiscard]] double backwardPass(const LayerMemory& whole, bool last) const {
        // Masked, the directions share the gradient of the mean, which waits for the second one.
        const double shared = masksOutput(whole) && config_.pooling == "mean" && last
                                  ? (directions_ - 1) * time_ * batch_ * directions_ * out_ * bytes_
                                  : 0;
        return whole.backward + time_ * whole.inputGradient + shared + (inChunks_ ? whole.kept : 0);
    }

    [[nodiscard]] double inference(const LayerMemory& whole, bool first) const {
        const double seen = ((first && !isConverted_ && !embeds() ? 0 : 1) + (whole.turnsInput ? directions_ - 1 : 0)) *
                                features_ * evaluatedTime_ * bytes_ +
                            (sequences_.masked ? kMaskBytes * evaluatedTime_ : 0);
        return layerMemory(config_, {evaluatedTime_, 1, features_, hidden_, out_, bytes_, config_.bidirectional, first,
                                     sequences_.masked})
                   .inference +
               seen;
    }

    /// What the layer above sees, and what stands between.
    void handOn(const LayerMemory& whole, bool first, bool last) {
        features_ = directions_ * out_;
        isInputKept_ = whole.keepsOutput && !inChunks_;
        if (config_.layerNorm) stack_.layers.push_back(isInputKept_ ? 0 : perStep());
        // Which ones are left out
        if (config_.dropout > 0 && !last) stack_.layers.push_back(perStep());
        if (config_.layerNorm || config_.dropout > 0 || (config_.residual && !first)) isInputKept_ = false;
    }

    void addWholeStep() {
        stack_.workspace += packed_ + 2 * batch_ * features_ * bytes_;  // what the head sees, and its gradient
        if (isLabelling_) stack_.layers.back() += perStep();            // every step goes through the head by itself
    }

    void addPooling() {
        for (const PoolingMemory& one : isWhole_ ? kCpuStepPoolings : kPoolings) {
            if (config_.pooling != one.pooling) continue;
            stack_.layers.push_back(one.kept * perStep());
            const double backward = one.backward * perStep();
            stack_.workspace = isWhole_ ? stack_.workspace + backward : std::max(stack_.workspace, backward);
        }
    }

    const ExperimentConfig& config_;
    const SequenceFacts& sequences_;
    const double bytes_;
    const bool hasTokens_;
    const std::size_t tables_;
    const double time_ = static_cast<double>(config_.lookback), batch_ = static_cast<double>(config_.batchSize),
                 hidden_ = static_cast<double>(config_.hiddenSize), directions_ = config_.bidirectional ? 2 : 1,
                 evaluatedTime_ = sequences_.evaluatedSteps > 0 ? static_cast<double>(sequences_.evaluatedSteps)
                                                                : time_;
    const CellTraits& cell_ = cellTraits(config_.cell);
    const bool projects_ = cell_.projection && config_.projectionSize > 0;
    const double gates_ = static_cast<double>(cell_.blocks()),
                 out_ = projects_ ? static_cast<double>(config_.projectionSize) : hidden_;
    const bool inChunks_ = config_.recomputeChunk > 0 && config_.recomputeChunk < config_.lookback,
               isWhole_ = expectedImplementation(config_) == kCpuStep, isLabelling_ = config_.task == "labelling";
    const double chunk_ = inChunks_ ? static_cast<double>(config_.recomputeChunk) : time_;
    // Each step of a recursive decoder is a call of its own, and the gradients of all calls are summed up before they
    // go where they belong.
    const double further_ = static_cast<double>(furtherSteps(config_));
    double sums_ = 0, decoded_ = 0, packed_ = 0;
    double features_;
    // What a layer sees is kept, unless it is kept already: as the output of the layer below, of the embedding, as data
    // that are not converted.
    const bool isConverted_ = !embeds() && config_.precision != "fp64" && bytes_ < 4;
    bool isInputKept_ = !isConverted_;
    StackMemory stack_{{0}};  // the window is data
};

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
    StackMemory stack = StackAccount(config, shape, sequences, bytes).add();
    const bool whole = expectedImplementation(config) == kCpuStep;
    if (const std::int64_t blocks = blocksOf(config); blocks > 1)
        stack.workspace += static_cast<double>(blocks - (whole ? 0 : 1)) * parameters * master;
    else if (whole && (config.accumulate > 1 || config.ranks > 1))
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
    const double fewest = config.carryState && !isForecast ? kEvaluationStreams : 1;
    const double evaluationRows =
        std::clamp(std::floor(std::max(training - evaluationOrder, training / 2) / oneEvaluated), fewest,
                   config.device.starts_with("cuda") ? kMaxGpuEvaluationRows : kMaxEvaluationRows);
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
    if (isPipelined(config) && config.ranks > 1)  // of the rank that has most layers
        forecast.activations *=
            static_cast<double>((config.layers + config.ranks - 1) / config.ranks) / static_cast<double>(config.layers);
    forecast.framework = config.device.starts_with("cuda") ? kCudaFramework : kHostFramework;
    return forecast;
}

}  // namespace gatelab
