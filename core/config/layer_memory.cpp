// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/layer_memory.h"

#include "config/cell_traits.h"
#include "config/cpu_step_obstacle.h"
#include "config/obstacles/time_parallel.h"
#include "config/persistent_fit.h"
#include "config/switches.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace gatelab {
namespace {

/// Numbers that a loop over time holds, in units of batch x hidden size, per time step unless said otherwise.
struct StepLoop {
    std::string_view implementation, family;
    double kept;           ///< for the backward pass
    double keptOnce;       ///< not per time step
    double bothForward;    ///< more of it where both directions run
    double backward;       ///< besides, while the backward pass runs
    double matrices;       ///< copies of the weight matrices in the backward pass
    double inference;      ///< all of it without gradients; two of it are outputs, step by step and put together
    double bothInference;  ///< more of it where both directions run
    double inputGradient;  ///< besides, in the backward pass, in units of batch x the features that the layer sees
    double maskedKept, maskedForward;  ///< more of it where what comes after a sequence's end is masked
    /// More of it that both directions share, in units of batch x the features that the layer sees
    double keptSeen = 0;
};
constexpr std::array kLoops = {
    StepLoop{"library", "LSTM", 7, 2, 3, 1, 1.5, 6, 4, 0, 0, -1},  // FP64, projection: what oneDNN does not run
    StepLoop{"library", "GRU", 7, 1, 3, 0.4, 1.5, 5, 4, 0, 0, -1},
    StepLoop{"library", "RNN", 1, 2, 3, 1, 1, 3, 4, 0, 0, -1},
    StepLoop{"cell", "LSTM", 7, 2, 1, 1, 1.5, 6, 1, 0, 0, 1},
    StepLoop{"cell", "GRU", 8, 2, 1, 0.2, 1.5, 5, 1, 0, 0, 1},
    StepLoop{"cell", "RNN", 1, 2, 2, 1, 1, 3, 1, 0, 1, 1},
    StepLoop{"cell", "DiagonalLSTM", 7, 2, 1, 1, 1.5, 6, 1, 0, 0, 1},
    StepLoop{"cell", "sLSTM", 12, 3, 1, 1, 1.5, 6, 1, 0, 0, 1},
    StepLoop{"cell", "minLSTM", 7, 1, 2, 1, 0, 3, 2, 0, 0, 1},
    StepLoop{"cell", "minGRU", 2, 1, 1, 1, 0, 5, 1, 0, 0, 1},
    StepLoop{"cell", "LRU", 5, 8, 4, 1, 0, 5, 4, 0, 0, 1, 2},
    StepLoop{"scan", "minLSTM", 8, 2, 0, 1, 0, 4, 1, 0, 0, 0},
    StepLoop{"scan", "minGRU", 5, 2, 0, 1, 0, 4, 1, 0, 0, 0},
    StepLoop{"scan", "LRU", 6, 5, 4, 1, 0, 6, 4, 0, 0, 0},
    StepLoop{"naive", "LSTM", 7, 2, 3, 0.1, 1.5, 2, 2, 1.9, 0, 0},
    StepLoop{"naive", "GRU", 6, 2, 3, 0.1, 1.5, 2, 2, 1.9, 0, 0},
    StepLoop{"naive", "RNN", 1, 2, 3, 0.1, 1, 2, 2, 1.9, 1, 0},
};

/// What oneDNN's LSTM needs besides the arrays whose lengths are known: `once` in units of batch x hidden size, the
/// rest per number.
struct OneDnnPrecision {
    /// Numbers in the passes' precision that one of a gradient takes: BF16 has an FP32 one beside it
    double gradient;
    double backwardOnce;
    double matrices;  ///< copies of the weight matrices in the backward pass
    bool merged;      ///< the products of all steps are one, and its result is held
};
constexpr OneDnnPrecision kOneDnnFp32{1, 12.5, 2.2, true}, kOneDnnBf16{3, 13.5, 5.5, false};
constexpr double kOneDnnKeptOnce = 6, kOneDnnInferenceOnce = 11;
/// oneDNN's forward product of all steps is one below this batch.
constexpr double kMergedBelow = 128;
constexpr double kGradientBytes = 4;

/// LibTorch gives BF16 to oneDNN where the processor has these.
bool hasAvx512() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq");
#else
    return false;
#endif
}

/// Numbers in a vector of the own kernel, which pads units to whole vectors.
double lanesOf(double bytes) {
#if defined(__x86_64__)
    const double width = hasAvx512() && __builtin_cpu_supports("avx512cd")                 ? 64
                         : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 32
                                                                                           : 16;
#else
    const double width = 16;
#endif
    return width / bytes;
}

bool isOnGpu(const ExperimentConfig& config) { return config.device.starts_with("cuda"); }

std::string_view implementationOf(const ExperimentConfig& config) {
    const std::string_view expected = expectedImplementation(config);
    if (expected == kCpuStep || isTimeParallel(expected)) return "native";  // the same layers
    if (expected == "scan" || expected == "cell" || expected == "naive" || expected == "native" ||
        expected == "persistent")
        return expected;
    // What LibTorch's own layers cannot run goes step by step.
    const SwitchMachine machine{.cuda = isOnGpu(config)};
    return findSwitch("implementation-library")->unsupported(machine, config).source[0] == '\0' ? "library" : "cell";
}

bool isOneDnn(const ExperimentConfig& config) {
    if (!cellTraits(config.cell).oneDnn || config.projectionSize > 0 || implementationOf(config) != "library")
        return false;
    if (isOnGpu(config)) return false;
    return config.precision == "bf16" ? hasAvx512() : config.precision != "fp64" && config.precision != "fp16";
}

/// Length of oneDNN's rows: whole cache lines, and no multiple of 256.
double rowLength(double numbers, double bytes) {
    const double line = 64 / bytes, length = std::ceil(numbers / line) * line;
    return std::fmod(length, 256) == 0 ? length + line : length;
}

double matrices(const LayerCall& call, const CellTraits& cell) {
    const auto columns = static_cast<double>(cell.hiddenColumns(static_cast<std::int64_t>(call.out)));
    return static_cast<double>(cell.blocks()) * call.hidden * (call.features + columns) * call.bytes;
}

/// The arrays of oneDNN's reference layer (rnn_utils): a row of each state is as long as the longest of input and
/// output.
LayerMemory oneDnnMemory(const ExperimentConfig& config, const LayerCall& call) {
    const OneDnnPrecision& precision = config.precision == "bf16" ? kOneDnnBf16 : kOneDnnFp32;
    const double widest = std::max(call.features, call.hidden), rows = call.steps * call.batch,
                 states = 2 * (call.steps + 1) * call.batch;
    const double gates = rowLength(4 * call.hidden, call.bytes), output = rowLength(call.hidden, call.bytes);
    const double forwardStates = states * (rowLength(widest, call.bytes) + call.hidden) * call.bytes;
    const double backwardStates = states * (2 * rowLength(widest, kGradientBytes) + call.hidden) * kGradientBytes;
    const double once = call.batch * call.hidden * call.bytes, outputs = rows * call.hidden * call.bytes;
    const double merged = precision.merged ? rows * gates * call.bytes : 0, waiting = call.bothDirections ? outputs : 0;
    LayerMemory memory;
    memory.kept =
        rows * (gates + output) * call.bytes + forwardStates + backwardStates + outputs + kOneDnnKeptOnce * once;
    memory.forward = (call.batch < kMergedBelow ? merged : 0) + waiting;
    memory.backward = merged + precision.gradient * outputs + precision.backwardOnce * once +
                      precision.matrices * matrices(call, cellTraits(config.cell));
    memory.inputGradient = precision.gradient * call.batch * call.features * call.bytes;
    memory.inference = forwardStates + outputs + waiting + kOneDnnInferenceOnce * once;
    memory.keepsOutput = !call.masked && !call.bothDirections;
    memory.turnsInput = call.masked;
    return memory;
}

/// The arrays of kernels/cpu: see its layout_inl.h.
LayerMemory nativeMemory(const ExperimentConfig& config, const LayerCall& call) {
    constexpr double kCollected = 128, kCollectedWide = 384, kWide = 256;
    const CellTraits& cell = cellTraits(config.cell);
    const bool zones = config.zoneout > 0, drops = config.recurrentDropout > 0;
    const double gates = static_cast<double>(cell.blocks()), vectors = gates + (cell.candidateApart ? 1 : 0),
                 lanes = lanesOf(call.bytes);
    const auto whole = [lanes](double numbers) { return std::ceil(numbers / lanes) * lanes; };
    const double units = whole(call.hidden), rows = call.steps * call.batch, outputs = rows * call.out;
    const bool projects = call.out < call.hidden;
    const double states = call.batch * (call.out + (cell.cellState ? call.hidden : 0)),
                 masks = (zones ? outputs + (cell.cellState ? rows * call.hidden : 0) : 0) +
                         (drops ? call.batch * call.out : 0);
    const double peepholes = config.peephole ? 3 * units : 0, projection = projects ? call.out * units : 0;
    const double block = std::ceil(call.batch / call.blocks);
    const double collected =
        block *
        std::max(1.0, std::min(call.steps, std::floor((call.hidden >= kWide ? kCollectedWide : kCollected) / block)));
    const double seen = call.features + call.out + (cell.candidateApart ? 2 : 1),
                 inputGradient = call.inputLearns ? rows * call.features : 0;
    const double scratch = 2 * collected * units * vectors + block * (units + whole(call.out)) + collected * seen +
                           2 * (collected + block) + (projects ? collected * (units + whole(call.out)) : 0);
    const double packed = gates * call.hidden * (whole(call.out) + (call.inputLearns ? whole(call.features) : 0)) +
                          peepholes + projection,
                 sums = seen * gates * units + peepholes + projection;
    const double masked =
        (drops || projects ? 2 * call.batch * call.out : 0) + (projects ? call.batch * units : 0);  // one step's
    LayerMemory memory;
    memory.kept = (rows * units * vectors + (cell.cellState ? (call.steps + 1) * call.batch * units : 0) + outputs +
                   states + masks) *
                  call.bytes;
    memory.forward = ((vectors + gates * (call.features + call.out)) * units + peepholes +
                      (projects ? call.hidden * whole(call.out) : 0) + masked) *
                     call.bytes;
    const double gradients =
        (call.bothDirections ? 2 : 1) * call.hidden *
        (gates * (call.features + call.out + 2) + (config.peephole ? 3 : 0) + (projects ? call.out : 0));
    memory.backward =
        ((call.everyStepCounts ? (call.bothDirections ? 2 : 1) * outputs : 0) +
         inputGradient * (call.bothDirections ? 2 : 1) + call.blocks * (scratch + sums) + packed + gradients) *
        call.bytes;
    if (expectedImplementation(config) == kCpuStep) {  // gradients go where they belong
        const double directions = call.bothDirections ? 2 : 1;
        memory.packed = directions * (memory.forward - masked * call.bytes + packed * call.bytes);
        memory.backward -= (packed + gradients) * call.bytes;
        memory.forward = 0;
    }
    memory.inference =
        ((call.bothDirections ? 2 : 1) * (outputs + states) + (cell.cellState ? call.batch * units : 0)) * call.bytes;
    memory.keepsOutput = true;
    memory.masksOutput = false;
    return memory;
}

/// The tensors of kernels/persistent/layer.h.
LayerMemory persistentMemory(const ExperimentConfig& config, const LayerCall& call) {
    constexpr double kBytes = 4, kKept = 5;  // gates and the state before a step
    constexpr double kRows = persistent::kRows;
    const CellTraits& cell = cellTraits(config.cell);
    const bool narrow = call.bytes < kBytes;
    const double gates = static_cast<double>(cell.blocks()), each = call.steps * call.batch * call.hidden,
                 directions = call.bothDirections ? 2 : 1, weights = gates * call.hidden * call.hidden,
                 state = call.batch * call.hidden * (cell.cellState ? 2 : 1);
    const double exchanged = std::ceil(call.batch / kRows) * kRows * 2 * call.hidden * directions * kBytes;
    // In 16 bits there are copies beside the FP32 numbers of the kernel: of each direction in its turn, of the outputs,
    // and of what comes from outside.
    const double sums = directions * gates * each * kBytes, sumsCopy = narrow ? gates * each * call.bytes : 0,
                 outputs = narrow ? directions * each * kBytes : 0, twice = cell.candidateApart ? 2 : 1;
    const double gradients = directions * gates * call.hidden * (call.features + call.hidden + 2) * call.bytes +
                             (call.inputLearns ? directions * call.steps * call.batch * call.features * call.bytes : 0);
    LayerMemory memory;
    memory.kept =
        (kKept + (cell.cellState ? 1 : 0)) * each * kBytes + each * call.bytes + (narrow ? weights * kBytes : 0);
    memory.forward = sums + exchanged + outputs + state * (kBytes + call.bytes);
    memory.backward = twice * sums + outputs + (call.everyStepCounts ? directions * each * call.bytes : 0) +
                      std::max(gates * exchanged, twice * sumsCopy + (narrow ? each * call.bytes : 0) + gradients);
    memory.inference = sums + exchanged + directions * each * kBytes +
                       std::max(sumsCopy, narrow ? directions * each * call.bytes : 0) + state * (kBytes + call.bytes) +
                       (narrow ? weights * kBytes : 0);
    memory.keepsOutput = true;
    memory.masksOutput = false;
    return memory;
}

/// cuDNN's layer: what it reserves for the backward pass, and a workspace of one product of all steps. Not measured
/// yet: numbers a unit and step as cuDNN 9's cudnnGetRNNTempSpaceSizes is read, on the safe side.
LayerMemory cudnnMemory(const ExperimentConfig& config, const LayerCall& call) {
    constexpr double kReserve = 8, kPlainReserve = 4, kMasked = 2;
    const CellTraits& cell = cellTraits(config.cell);
    const double each = call.steps * call.batch * call.hidden * call.bytes,
                 outputs = call.steps * call.batch * call.out * call.bytes,
                 workspace = static_cast<double>(cell.blocks()) * each;
    LayerMemory memory;
    memory.kept =
        (cell.gates.empty() ? kPlainReserve : kReserve) * each + outputs + (call.masked ? kMasked * outputs : 0);
    memory.forward = workspace + (call.bothDirections ? outputs : 0) + (call.masked ? outputs : 0);
    memory.backward = workspace + outputs + matrices(call, cell);
    memory.inputGradient = call.first ? 0 : call.batch * call.features * call.bytes;
    memory.inference = workspace + 2 * outputs;
    memory.keepsOutput = !call.masked && !call.bothDirections;
    memory.turnsInput = call.masked;
    return memory;
}

LayerMemory loopMemory(const ExperimentConfig& config, const LayerCall& call) {
    const CellTraits& cell = cellTraits(config.cell);
    const auto isOfIt = [name = implementationOf(config)](const StepLoop& row) { return row.implementation == name; };
    const auto found =
        std::ranges::find_if(kLoops, [&](const StepLoop& row) { return isOfIt(row) && row.family == cell.family; });
    // The first of an implementation, the LSTM's, stands for a cell that was not measured.
    const StepLoop& row = found == std::end(kLoops) ? *std::ranges::find_if(kLoops, isOfIt) : *found;
    const double both = call.bothDirections ? 1 : 0;
    const double once = call.batch * call.hidden * call.bytes, each = call.steps * once;
    const double outputs = call.steps * call.batch * call.out * call.bytes, products = (row.inference - 2) * each;
    // Then one direction's output is all that waits
    const bool takesTurns = call.masked && row.implementation == "library";
    // Masks of each step; what a plain cell gives is kept apart from what the next step sees of it; outputs that only
    // wait to be put together.
    const bool zones = config.zoneout > 0, drops = config.recurrentDropout > 0, plain = cell.gates.empty();
    const double masks = zones ? outputs + static_cast<double>(cell.cellParts()) * each : 0,
                 apart = plain && (zones || drops) ? each : 0;
    const double waiting = drops && (zones || !plain) ? outputs : 0;
    LayerMemory memory;
    memory.kept = row.kept * each + row.keptOnce * once + (call.out < call.hidden ? outputs : 0) +
                  (call.masked ? row.maskedKept * outputs : 0) + masks + apart +
                  row.keptSeen / (1 + both) * call.steps * call.batch * call.features * call.bytes;
    memory.forward = products + outputs + (takesTurns ? 1 : row.bothForward) * both * each +
                     (call.masked ? row.maskedForward * outputs : 0) + waiting;
    memory.backward = row.backward * each + row.matrices * matrices(call, cell);
    memory.inputGradient = call.first ? 0 : row.inputGradient * call.batch * call.features * call.bytes;
    memory.inference = products + 2 * outputs + (takesTurns ? 1 : row.bothInference) * both * each;
    memory.turnsInput = takesTurns;
    if (row.implementation == "scan") {
        memory.keepsOutput = !call.bothDirections && row.family != "LRU";
        memory.turnsInput = true;
    }
    return memory;
}

}  // namespace

LayerMemory layerMemory(const ExperimentConfig& config, const LayerCall& call) {
    if (implementationOf(config) == "native") return nativeMemory(config, call);
    if (implementationOf(config) == "persistent") return persistentMemory(config, call);
    if (isOnGpu(config) && implementationOf(config) == "library") return cudnnMemory(config, call);
    return isOneDnn(config) ? oneDnnMemory(config, call) : loopMemory(config, call);
}

}  // namespace gatelab
