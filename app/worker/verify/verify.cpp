// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/verify/verify.h"

#include "base/rng.h"
#include "config/cell_traits.h"
#include "config/cpu_step_obstacle.h"
#include "config/field.h"
#include "config/setting_predicates.h"
#include "config/switches.h"
#include "io/file_io.h"
#include "io/hash.h"
#include "store/checkpoint.h"
#include "store/run_proof.h"
#include "store/workspace.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace gatelab::worker {

namespace {

bool oneIn(Rng& rng, std::uint64_t n) { return rng.below(n) == 0; }

/// A forecast step by step with a teacher, at a rate at which what is fed back does not diverge.
void drawDecoder(ExperimentConfig& config, Rng& rng) {
    config.decoder = "recursive";
    config.horizon = 4;
    config.pooling = "last";
    config.bidirectional = false;
    config.teacherForcing = oneIn(rng, 2) ? 1 : 0.5;
    config.teacherForcingEnd = oneIn(rng, 2) ? 0 : 0.5;
    config.learningRate = 0.003;
    config.clipNorm = 0.5;
}

/// What else an optimiser can be told; what lengthens its steps only at a rate at which no cell diverges.
void drawOptimiserOptions(ExperimentConfig& config, Rng& rng) {
    for (bool* on : {&config.amsgrad, &config.decoupledWeightDecay}) *on = oneIn(rng, 2);
    config.dampening = !config.nesterov && oneIn(rng, 2) ? 0.3 : 0;
    config.momentumDecay = oneIn(rng, 2) ? 0.05 : config.momentumDecay;
    config.learningRateDecay = oneIn(rng, 2) ? 0.01 : 0;
    config.initialAccumulator = oneIn(rng, 2) ? 0.1 : 0;
    if (config.learningRate > 0.003) return;
    config.centered = oneIn(rng, 2);
    config.oneCycleMomentum = oneIn(rng, 2);
}

/// Half of the experiments forecast; the others are of the tasks with sequences, long ones at a rate at which no cell
/// diverges.
void drawTask(ExperimentConfig& config, Rng& rng) {
    constexpr std::array kLosses = {"mse", "mae", "huber", "log-cosh", "mase", "pinball", "gaussian-nll"};
    struct SequenceTask {
        const char* task;
        const char* builtin;
        std::int64_t length;
    };
    constexpr std::array kTasks = {SequenceTask{"classification", "grammar", 90}, SequenceTask{"labelling", "copy", 60},
                                   SequenceTask{"regression", "adding", 60}};
    config.loss = kLosses[rng.below(kLosses.size())];
    if (oneIn(rng, 2)) {
        if (oneIn(rng, 3)) drawDecoder(config, rng);
        config.carryState = !config.bidirectional && oneIn(rng, 3);
        config.shuffle = !config.carryState;
        if (config.carryState) config.batchSize = 4;  // streams of windows end to end
        config.linearPath = oneIn(rng, 3);
        config.anchor = oneIn(rng, 3) ? "last" : "none";
        config.stride = oneIn(rng, 4) ? 2 : 1;
        config.recomputeChunk = oneIn(rng, 4) ? 2 : 0;
        return;
    }
    const SequenceTask& drawn = kTasks[rng.below(kTasks.size())];
    config.task = drawn.task;
    config.builtin = drawn.builtin;
    config.builtinLength = drawn.length;
    config.embeddingSize = 4;
    config.learningRate = 0.003;
    config.clipNorm = 0.5;
    config.classWeights = oneIn(rng, 2);
    if (isRegression(config)) return;
    config.recipe.clear();
    config.loss = "cross-entropy";
}

/// Most experiments that are drawn have something that the whole step cannot do.
void clearWayForCpuStep(ExperimentConfig& config) {
    config.layerNorm = config.residual = config.peephole = config.carryState = false;
    config.projectionSize = config.recomputeChunk = 0;
    config.gradientNoise = 0;
    config.decoder = "direct";
}

/// Precision and switches; what does not go together on a processor is undone.
void drawMachine(ExperimentConfig& config, Rng& rng) {
    constexpr std::array kPrecisions = {"fp32", "fp32", "fp32", "fp64", "bf16", "fp16"};
    constexpr std::array kImplementations = {"auto", "naive", "cell", "library", "native", kCpuStep, kCpuStep};
    config.device = "cpu";
    config.threads = oneIn(rng, 2) ? 2 : 1;
    config.precision = kPrecisions[rng.below(kPrecisions.size())];
    config.implementation = kImplementations[rng.below(kImplementations.size())];
    for (bool* on : {&config.fusedOptimiser, &config.splitBatch, &config.syncFree, &config.deviceData,
                     &config.deviceGather, &config.flushDenormals, &config.deterministic})
        *on = oneIn(rng, 2);
    config.layerHealth = oneIn(rng, 4) ? 3 : 0;
    if (isIn16Bits(config.precision)) {
        config.learningRate = 0.003;
        if (cellTraits(config.cell).gates.empty() || !cellTraits(config.cell).boundedOutput)
            config.cell = "gru";  // which stays within the range of 16 bits
    }
    if (isFp16(config.precision)) config.implementation = "cell";
    if (config.implementation == kCpuStep) clearWayForCpuStep(config);
    const SwitchMachine machine{false, 0, static_cast<int>(config.threads)};
    for (const Switch& row : switches())
        // As a setting, accumulation goes with everything; only the switch, which halves the batch for it, does not.
        if (std::string_view(row.field) != "accumulate" && isApplied(row, config) &&
            !row.unsupported(machine, config).isEmpty())
            row.undo(config);
}

/// From a stream of its own, so that the experiments are otherwise those that they were.
void drawAugmentation(std::int64_t index, ExperimentConfig& config) {
    Rng rng(8, RandomPurpose::Test, static_cast<std::uint64_t>(index));
    if (config.carryState || givesClasses(config) || !oneIn(rng, 3)) return;
    for (double* const way : {&config.augmentJitter, &config.augmentScaling, &config.augmentTimeWarp,
                              &config.augmentSlice, &config.augmentMixUp, &config.augmentStepDropout})
        *way = oneIn(rng, 2) ? 0.1 : 0;
}

}  // namespace

Result<RunTrace> traceRun(const std::filesystem::path& runFolder) {
    auto loaded = CheckpointStore(runFolder).newestGood();
    if (!loaded.ok()) return loaded.error();
    const auto history = readRunHistory(runFolder);
    if (!history.ok()) return history.error();
    Sha256 hash;
    for (const auto& [name, tensor] : loaded->contents.tensors.tensors) {
        hash.add(name);
        hash.add({reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size()});
    }
    for (const auto& [key, value] : loaded->contents.tensors.metadata)
        if (key != "seconds" && key != "piece") hash.add(key + "=" + value);
    hash.add(metricDigest(*history));
    RunTrace trace{std::move(loaded->contents.tensors), hash.finish(), {}};
    for (const RunEvent& event : history->events)
        if (const auto* warning = event.as<RunWarning>()) trace.warnings.push_back(warning->text.english());
    return trace;
}

ExperimentConfig verifyConfig(std::int64_t index) {
    constexpr std::array kOptimisers = {"adam", "sgd", "rmsprop", "adamw", "nadam", "adagrad"};
    constexpr std::array kSchedules = {"constant",  "cosine",      "step",           "plateau",
                                       "one-cycle", "exponential", "cosine-restarts"};
    constexpr std::array kPoolings = {"last", "mean", "max", "attention"};
    Rng rng(7, RandomPurpose::Test, static_cast<std::uint64_t>(index));
    const auto oneIn = [&rng](std::uint64_t n) { return worker::oneIn(rng, n); };
    ExperimentConfig config;
    config.builtinLength = 140 + static_cast<std::int64_t>(rng.below(80));
    config.seed = config.builtinSeed = 1 + index % static_cast<std::int64_t>(findField("seed")->range.high);
    config.lookback = 6;
    config.horizon = 2;
    config.hiddenSize = 6;
    config.epochs = 2 + static_cast<std::int64_t>(rng.below(3));
    config.batchSize = 16;
    config.cell = cellTraits()[rng.below(cellTraits().size())].key;
    config.optimiser = kOptimisers[rng.below(kOptimisers.size())];
    config.nesterov = oneIn(2);
    config.schedule = kSchedules[rng.below(kSchedules.size())];
    config.scheduleSteps = 9;
    config.warmupSteps = oneIn(4) ? 3 : 0;
    config.learningRate = oneIn(3) ? 0.05 : 0.003;
    config.weightDecay = oneIn(2) ? 0.01 : 0;
    config.l1 = oneIn(4) ? 1e-4 : 0;
    config.l2 = oneIn(4) ? 1e-3 : 0;
    config.clipNorm = oneIn(2) ? 0.5 : 0;
    config.clipValue = oneIn(4) ? 0.1 : 0;
    config.layers = 1 + static_cast<std::int64_t>(rng.below(2));
    config.bidirectional = oneIn(4);
    config.residual = oneIn(4);
    config.layerNorm = oneIn(4);
    config.pooling = kPoolings[rng.below(kPoolings.size())];
    config.peephole = cellTraits(config.cell).peephole && oneIn(4);
    config.projectionSize = cellTraits(config.cell).projection && !config.peephole && oneIn(4) ? 3 : 0;
    config.dropout = config.layers > 1 ? 0.2 : 0;
    config.recurrentDropout = oneIn(4) ? 0.1 : 0;
    config.zoneout = oneIn(4) ? 0.1 : 0;
    config.accumulate = 1 + static_cast<std::int64_t>(rng.below(3));
    config.emaDecay = oneIn(3) ? 0.9 : 0;
    config.gradientNoise = oneIn(4) ? 1e-3 : 0;
    config.earlyStop = oneIn(4) ? 1 : 0;
    config.dropLast = oneIn(4);
    drawTask(config, rng);
    drawMachine(config, rng);
    drawOptimiserOptions(config, rng);
    drawAugmentation(index, config);
    config.shuffleBlocks = index % 3 == 2;
    return config;
}

}  // namespace gatelab::worker
