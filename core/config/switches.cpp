// SPDX-License-Identifier: GPL-3.0-or-later
// THE table of optimisation switches.
#include "config/switches.h"

#include "config/cell_traits.h"
#include "config/cpu_step_obstacle.h"
#include "config/decoder.h"
#include "config/field.h"
#include "config/obstacles/persistent_obstacle.h"
#include "config/obstacles/switch_obstacle.h"
#include "config/obstacles/time_parallel.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/setting_predicates.h"

#include <algorithm>

namespace gatelab {
namespace {

using C = ExperimentConfig;
using M = SwitchMachine;

constexpr std::int64_t kMicroBatches = 2, kStepsPerGraph = 8, kChunksOfTime = 4, kTrialSteps = 50;
constexpr int kAmpere = 80;
constexpr SwitchTolerance kSameBits{0, 0}, kRounding{1e-4, 1e-10};
constexpr SwitchTolerance kTf32{1e-2, 1e-10}, kBf16{3e-2, 3e-2}, kFp16{3e-2, 3e-2};

const Text kSupported{};
const Text kNeedsGpu = GATELAB_TEXT("SwitchReason", "This needs an NVIDIA GPU, and the run computes on the processor.");

Text anywhere(const M&, const C&) { return kSupported; }

bool ofOneLength(const M& m, const C& c) { return stepsOf(m, c) > 0; }

/// Whether LibTorch computes the layer with oneDNN, on the processor.
bool isOneDnn(const C& c) { return cellTraits(c.cell).oneDnn && c.projectionSize == 0; }

Text libraryLayer(const M& m, const C& c) {
    if (!cellTraits(c.cell).library) return kNoCodeForCell;
    if (c.peephole || c.recurrentDropout > 0 || c.zoneout > 0)
        return GATELAB_TEXT("SwitchReason", "LibTorch's own layers have no peepholes, recurrent dropout or zoneout.");
    if (!m.cuda && isOneDnn(c) && isFp16(c.precision))
        return GATELAB_TEXT("Implementation", "LibTorch cannot train an LSTM in fp16 on the CPU.");
    if (c.device.starts_with("cuda") && isForecast(c) && c.lookback > kMaxCudnnSteps)
        return GATELAB_TEXT("SwitchReason", "cuDNN reads at most 65,535 steps: take shorter windows.");
    return kSupported;
}

/// Large LSTM on windows, in FP32 and with many rows a thread, where oneDNN is the faster one. Its time in that of the
/// whole step, on AVX2 with one thread (tests/bench/RESULTS.md): 0.83 to 0.95 within these bounds; 0.87 to 1.07 with
/// 512 units, where repeats disagree; 0.95 to 0.99 with 16 rows, 1.2 to 1.3 with 8; 1.2 to 1.4 in FP64; 0.85 to 1.7 of
/// GRU. Threads that are not named count as 8: the rule asks no machine for its cores.
bool isForOneDnn(const C& c) {
    constexpr std::int64_t kMostUnits = 512, kLeastRows = 32, kLeastSteps = 12, kThreads = 8;
    return isForecast(c) && isOneDnn(c) && !isFp64(c.precision) && c.hiddenSize > kMostUnits &&
           c.lookback >= kLeastSteps && c.batchSize >= kLeastRows * (c.threads > 0 ? c.threads : kThreads);
}

Text ownKernel(const M& m, const C& c) {
    if (m.cuda) return GATELAB_TEXT("Implementation", "The Gatelab kernel runs on the CPU only.");
    if (isIn16Bits(c.precision))
        return GATELAB_TEXT("Implementation", "The Gatelab kernel supports FP32 and FP64 only.");
    return cellTraits(c.cell).native ? kSupported : kNoCodeForCell;
}

/// Where it was measured to win: one or two sequences of many steps (tests/bench/RESULTS.md).
Text timeParallel(const M& m, const C& c) {
    constexpr std::int64_t kLeastSteps = 2000, kMostRows = 2;
    if (m.cuda) return GATELAB_TEXT("Implementation", "Parallel in time runs on the CPU only.");
    if (isIn16Bits(c.precision)) return GATELAB_TEXT("Implementation", "Parallel in time supports FP32 and FP64 only.");
    const CellTraits& cell = cellTraits(c.cell);
    if (!cell.native || cell.gates.empty())
        return GATELAB_TEXT("Implementation", "Parallel in time is for LSTM and GRU.");
    if (c.peephole || c.projectionSize > 0 || c.recurrentDropout > 0 || c.zoneout > 0)
        return GATELAB_TEXT("Implementation",
                            "Parallel in time has no peepholes, projection, recurrent dropout or zoneout.");
    if (stepsOf(m, c) < kLeastSteps || c.batchSize > kMostRows)
        return GATELAB_TEXT("SwitchReason",
                            "Parallel in time is worth it from 2,000 steps on in batches of one or two sequences of "
                            "one length; elsewhere the rows of a batch fill the cores.");
    return kSupported;
}

Text scanLayer(const M& m, const C& c) {
    if (cellTraits(c.cell).readsHidden())
        return GATELAB_TEXT("Implementation", "A scan is for cells whose gates do not see their own state.");
    if (m.cuda) return GATELAB_TEXT("Implementation", "The scan runs on the CPU only.");
    if (isIn16Bits(c.precision)) return GATELAB_TEXT("Implementation", "The scan supports FP32 and FP64 only.");
    return c.zoneout > 0 ? GATELAB_TEXT("Implementation", "A scan has no zoneout.") : kSupported;
}

Text cpuStep(const M& m, const C& c) { return cpuStepObstacle(c, m.cuda); }

Text exchange(const M& m, const C& c) {
    if (m.cuda) return GATELAB_TEXT("RankObstacle", "Ranks compute on processors, and this run computes on a GPU.");
    if (c.ranks > 1) return kSupported;
    return GATELAB_TEXT("SwitchReason",
                        "Only several ranks exchange gradients, and this run is one process; under 280 kB of gradient "
                        "and above 100 Mbit/s it would not help them.");
}

/// The own kernel makes way for one that can.
void take16Bits(C& c, const char* precision) {
    c.precision = precision;
    if (c.implementation == "native" || c.implementation == "scan" || c.implementation == kCpuStep ||
        isTimeParallel(c.implementation))
        c.implementation =
            cellTraits(c.cell).library && c.precision == "bf16" && c.recurrentDropout == 0 && c.zoneout == 0 ? "library"
                                                                                                             : "cell";
}

Text tunedLayer(const M& m, const C& c) {
    if (!m.cuda && c.device != "cpu")
        return GATELAB_TEXT("SwitchReason", "This needs an NVIDIA GPU with cuDNN; none was found.");
    if (!m.cuda) return kNeedsGpu;
    if (c.projectionSize > 0)
        return GATELAB_TEXT("SwitchReason",
                            "With a projection cuDNN has one algorithm only, so there is nothing to choose.");
    if (!ofOneLength(m, c))
        return GATELAB_TEXT(
            "SwitchReason",
            "Sequences of unequal length leave cuDNN one algorithm only, so there is nothing to choose.");
    return libraryLayer(m, c);
}

Text persistentKernel(const M& m, const C& c) {
    if (!m.cuda && c.device != "cpu")
        return GATELAB_TEXT("SwitchReason", "This needs an NVIDIA GPU with cuDNN; none was found.");
    if (!m.cuda) return kNeedsGpu;
    const CellTraits& cell = cellTraits(c.cell);
    return persistentObstacle({cell.persistent ? static_cast<int>(cell.blocks()) : 0, c.hiddenSize,
                               !c.peephole && c.projectionSize == 0 && c.recurrentDropout == 0 && c.zoneout == 0,
                               c.precision != "fp64" && c.precision != "fp16"},
                              persistent::gpuLimits(m.computeCapability));
}

Text copyAhead(const M& m, const C& c) {
    if (!m.cuda) return kNeedsGpu;
    if (c.deviceData) return GATELAB_TEXT("SwitchReason", "The data are on the device already, so no step copies any.");
    return kSupported;
}

Text graph(const M& m, const C& c) {
    if (!m.cuda) return kNeedsGpu;
    if (!c.deviceData)
        return GATELAB_TEXT("SwitchReason", "A graph reads its data on the device; switch 'Data on the device' on.");
    if (!c.deviceGather)
        return GATELAB_TEXT("SwitchReason",
                            "A graph gathers its batches on the device; switch 'Batches gathered at once' on.");
    if (!ofOneLength(m, c))
        return GATELAB_TEXT("SwitchReason",
                            "A graph needs batches of one shape, and sequences of unequal length have many.");
    if (c.gradientNoise > 0) return GATELAB_TEXT("SwitchReason", "Gradient noise is drawn on the host for every step.");
    if (augments(c)) return GATELAB_TEXT("SwitchReason", "Augmentation changes each batch on the host.");
    if (c.carryState) return GATELAB_TEXT("SwitchReason", "A carried state goes from step to step outside of a graph.");
    return kSupported;
}

Text tf32(const M& m, const C& c) {
    if (!m.cuda) return kNeedsGpu;
    if (m.computeCapability < kAmpere)
        return GATELAB_TEXT("SwitchReason", "TF32 needs a GPU of compute capability 8.0 or newer.");
    return c.precision == "fp64"
               ? GATELAB_TEXT("SwitchReason", "A run in FP64 is there to check numbers; choose FP32 first.")
               : kSupported;
}

Text bf16(const M& m, const C& c) {
    if (m.cuda && m.computeCapability < kAmpere)
        return GATELAB_TEXT("SwitchReason", "BF16 needs a GPU of compute capability 8.0 or newer.");
    return c.precision == "fp64"
               ? GATELAB_TEXT("SwitchReason", "A run in FP64 is there to check numbers; choose FP32 first.")
               : kSupported;
}

Text fp16(const M& m, const C& c) {
    if (!m.cuda && cellTraits(c.cell).oneDnn && c.implementation == "library")
        return GATELAB_TEXT("SwitchReason",
                            "LibTorch's LSTM cannot be trained in FP16 on the processor; choose the implementation "
                            "'Fused gates' (cell).");
    return c.precision == "fp64"
               ? GATELAB_TEXT("SwitchReason", "A run in FP64 is there to check numbers; choose FP32 first.")
               : kSupported;
}

Text accumulation(const M&, const C& c) {
    if (c.accumulate == 1 && c.batchSize % kMicroBatches != 0)
        return GATELAB_TEXT("SwitchReason", "The batch size must be even to be halved.");
    if (c.carryState)
        return GATELAB_TEXT("SwitchReason", "Smaller batches would cut a carried state's streams differently.");
    return kSupported;
}

Text recompute(const M& m, const C& c) {
    if (!ofOneLength(m, c)) return GATELAB_TEXT("SwitchReason", "Chunks of time need sequences of equal length.");
    if (c.zoneout > 0) return GATELAB_TEXT("SwitchReason", "Chunks of time cannot repeat the masks of zoneout.");
    if (c.bidirectional && c.recurrentDropout > 0)
        return GATELAB_TEXT("SwitchReason", "Chunks of time cannot repeat recurrent dropout in both directions.");
    if (stepsOf(m, c) < kChunksOfTime)
        return c.task == "forecast"
                   ? GATELAB_TEXT("SwitchReason", "The window is too short to be cut into chunks.")
                   : GATELAB_TEXT("SwitchReason", "The sequences are too short to be cut into chunks.");
    return kSupported;
}

Text manyCores(const M& m, const C&) {
    return m.cores > 1 ? kSupported
                       : GATELAB_TEXT("SwitchReason",
                                      "Gatelab may use one core only here: the machine has no more, the window keeps "
                                      "one for itself, or OMP_NUM_THREADS says so.");
}

/// FP64 is no switch but a check of numbers, and stays.
void plainPrecision(C& c) {
    if (c.precision != "fp64") c.precision = "fp32";
}

Text processorOnly(const M& m, const C&) {
    return m.cuda ? GATELAB_TEXT("SwitchReason", "This is about the processor, and the run computes on a GPU.")
                  : kSupported;
}

Text splitRows(const M& m, const C& c) {
    if (m.cuda) return processorOnly(m, c);
    if (c.batchSize < 2) return GATELAB_TEXT("SwitchReason", "A batch of one row cannot be split.");
    if (isTimeParallel(c.implementation))
        return GATELAB_TEXT("SwitchReason", "Parallel in time, the cores share the steps of each sequence already.");
    if (c.carryState) return GATELAB_TEXT("SwitchReason", "A carried state goes from batch to batch as a whole.");
    if (isIn16Bits(c.precision))
        return GATELAB_TEXT("SwitchReason", "Passes in 16 bits work on one copy of the weights.");
    return manyCores(m, c);
}

const Switch kSwitches[] = {
    {"implementation-cell", "implementation", GATELAB_TEXT("Switch", "Fused gates"),
     GATELAB_TEXT("SwitchBrief", "four gates in one matrix product"),
     GATELAB_TEXT("SwitchHelp",
                  "The gates of a step share one matrix product, and the inputs of all steps are multiplied at once. "
                  "It does not help where the products "
                  "themselves take the time, with a hidden size of many hundreds."),
     [](C& c, const M&) { c.implementation = "cell"; }, [](C& c) { c.implementation = "naive"; }, anywhere, kRounding},
    {"implementation-library", "implementation", GATELAB_TEXT("Switch", "LibTorch layer"),
     GATELAB_TEXT("SwitchBrief", "the library's own loop over steps"),
     GATELAB_TEXT("SwitchHelp",
                  "One call runs the layer over all time steps: oneDNN on the processor, cuDNN on a GPU. It does not "
                  "help cells that the library has no own "
                  "code for, such as a GRU on the processor."),
     [](C& c, const M&) { c.implementation = "library"; }, [](C& c) { c.implementation = "naive"; }, libraryLayer,
     kRounding},
    {"implementation-native", "implementation", GATELAB_TEXT("Switch", "Gatelab kernel"),
     GATELAB_TEXT("SwitchBrief", "gates and products in one pass"),
     GATELAB_TEXT("SwitchHelp",
                  "Gatelab's SIMD kernel runs the layer: the sums of a tile stay in registers over the whole product, "
                  "and the activation functions are applied before they leave them. It does not help hidden sizes of "
                  "many hundreds, where any library is near the processor's limit."),
     [](C& c, const M&) { c.implementation = "native"; }, [](C& c) { c.implementation = "naive"; }, ownKernel,
     kRounding},
    {"implementation-scan", "implementation", GATELAB_TEXT("Switch", "Scan over time"),
     GATELAB_TEXT("SwitchBrief", "all steps of a linear cell at once"),
     GATELAB_TEXT(
         "SwitchHelp",
         "Where gates do not see the state, the loop over time is a scan: one product, the activation functions "
         "and one pass of vector code run all steps, and long windows are cut into pieces for the cores. It is "
         "for minLSTM, minGRU and LRU alone."),
     [](C& c, const M&) { c.implementation = "scan"; }, [](C& c) { c.implementation = "naive"; }, scanLayer, kRounding},
    {"implementation-persistent", "implementation", GATELAB_TEXT("Switch", "Persistent kernel"),
     GATELAB_TEXT("SwitchBrief", "weights stay on the chip all steps"),
     GATELAB_TEXT("SwitchHelp",
                  "One launch runs the loop over time, with the recurrent weights in registers and shared memory "
                  "instead of read anew in every step. It does not help hidden sizes whose weights do not fit there, "
                  "nor batches of many hundreds."),
     [](C& c, const M&) { c.implementation = "persistent"; }, [](C& c) { c.implementation = "naive"; },
     persistentKernel, kRounding},
    {"implementation-cudnn-tuned", "implementation", GATELAB_TEXT("Switch", "cuDNN, tuned"),
     GATELAB_TEXT("SwitchBrief", "cuDNN's algorithms timed for this shape"),
     GATELAB_TEXT("SwitchHelp",
                  "cuDNN's algorithms are timed for this shape, forward and backward, and the fastest is kept for the "
                  "GPU. It does not help up to a hidden size "
                  "of 128, where the library's own choice is mostly right."),
     [](C& c, const M&) { c.implementation = "cudnn-tuned"; }, [](C& c) { c.implementation = "naive"; }, tunedLayer,
     kRounding},
    {"device-data", "device_data", GATELAB_TEXT("Switch", "Data on the device"),
     GATELAB_TEXT("SwitchBrief", "series copied once, at the start"),
     GATELAB_TEXT("SwitchHelp",
                  "The values are converted once and stay where the run computes, instead of being converted and "
                  "copied for every batch. It does not help long "
                  "steps of large networks, and the data must fit into the device's memory."),
     [](C& c, const M&) { c.deviceData = true; }, [](C& c) { c.deviceData = false; }, anywhere, kSameBits},
    {"device-gather", "device_gather", GATELAB_TEXT("Switch", "Batches gathered at once"),
     GATELAB_TEXT("SwitchBrief", "one read for a whole batch"),
     GATELAB_TEXT("SwitchHelp",
                  "One indexed read gathers all windows of a batch in the order that the network wants, instead of one "
                  "window after the other. It does not help "
                  "batches of a few windows."),
     [](C& c, const M&) { c.deviceGather = true; }, [](C& c) { c.deviceGather = false; }, anywhere, kSameBits},
    {"copy-ahead", "copy_ahead", GATELAB_TEXT("Switch", "Prefetch"),
     GATELAB_TEXT("SwitchBrief", "next batch copied while this one computes"),
     GATELAB_TEXT("SwitchHelp",
                  "The next batch is copied to the GPU on a stream of its own while the present one is computed. It "
                  "does not help when the data are on the device, "
                  "and gains at most the time of the copy."),
     [](C& c, const M&) { c.copyAhead = true; }, [](C& c) { c.copyAhead = false; }, copyAhead, kSameBits},
    {"sync-free", "sync_free", GATELAB_TEXT("Switch", "No synchronisation per step"),
     GATELAB_TEXT("SwitchBrief", "loss read in blocks, no step waits"),
     GATELAB_TEXT("SwitchHelp",
                  "Losses and norms stay on the device and are read in blocks, so that no step waits for the one "
                  "before. It does not help a few long steps, and on "
                  "the processor it saves only the bookkeeping."),
     [](C& c, const M&) { c.syncFree = true; }, [](C& c) { c.syncFree = false; }, anywhere, kSameBits},
    {"fused-optimiser", "fused_optimiser", GATELAB_TEXT("Switch", "Fused optimiser"),
     GATELAB_TEXT("SwitchBrief", "all weights updated by one call"),
     GATELAB_TEXT("SwitchHelp",
                  "All weights of a layer lie in one buffer and are updated by one call, instead of some calls for "
                  "every matrix and bias. It does not help large "
                  "networks, whose update is limited by memory."),
     [](C& c, const M&) { c.fusedOptimiser = true; }, [](C& c) { c.fusedOptimiser = false; }, anywhere, kRounding},
    {"cuda-graph", "cuda_graph", GATELAB_TEXT("Switch", "CUDA graph"),
     GATELAB_TEXT("SwitchBrief", "the whole step launched as one"),
     GATELAB_TEXT("SwitchHelp",
                  "The whole step, forward, backward, clipping and update, is recorded once and launched as one. It "
                  "does not help where the GPU is busy all the "
                  "time, and needs batches of one shape."),
     [](C& c, const M&) { c.cudaGraph = true; }, [](C& c) { c.cudaGraph = false; }, graph, kSameBits},
    {"graph-steps", "graph_steps", GATELAB_TEXT("Switch", "Steps per graph"),
     GATELAB_TEXT("SwitchBrief", "eight steps in one launch"),
     GATELAB_TEXT("SwitchHelp",
                  "One launch of the graph holds eight steps, so that the host has next to nothing to do. It does not "
                  "help steps of a millisecond and more, and a "
                  "stop waits for the end of the launch."),
     [](C& c, const M&) {
         c.cudaGraph = true;
         c.graphSteps = kStepsPerGraph;
     },
     [](C& c) { c.graphSteps = 1; }, graph, kSameBits},
    {"tf32", "precision", GATELAB_TEXT("Switch", "TF32 products"),
     GATELAB_TEXT("SwitchBrief", "10-bit mantissa inside products"),
     GATELAB_TEXT("SwitchHelp",
                  "Products on the GPU round their inputs to a mantissa of 10 bits and add in FP32. It does not help "
                  "hidden sizes up to 128, which never fill the "
                  "units that do it."),
     [](C& c, const M&) { c.precision = "tf32"; }, plainPrecision, tf32, kTf32},
    {"bf16", "precision", GATELAB_TEXT("Switch", "BF16 passes"),
     GATELAB_TEXT("SwitchBrief", "8-bit mantissa in both passes"),
     GATELAB_TEXT("SwitchHelp",
                  "Forward and backward pass use numbers of 16 bits with the range of FP32; the weights stay in FP32. "
                  "It does not help small networks, and a "
                  "processor without such units gets slower."),
     [](C& c, const M&) { take16Bits(c, "bf16"); }, plainPrecision, bf16, kBf16},
    {"fp16", "precision", GATELAB_TEXT("Switch", "FP16 passes, scaled loss"),
     GATELAB_TEXT("SwitchBrief", "half precision, the loss scaled up"),
     GATELAB_TEXT("SwitchHelp",
                  "Forward and backward pass use FP16, and the loss is scaled up as far as no gradient overflows. It "
                  "does not help small networks, and a processor "
                  "without such units gets slower."),
     [](C& c, const M&) { take16Bits(c, "fp16"); }, plainPrecision, fp16, kFp16},
    {"accumulate", "accumulate", GATELAB_TEXT("Switch", "Gradient accumulation"),
     GATELAB_TEXT("SwitchBrief", "two half batches"),
     GATELAB_TEXT("SwitchHelp",
                  "Each batch is computed in two halves whose gradients are added before the update: half the memory "
                  "for activations. It does not help speed, which "
                  "small batches lose."),
     [](C& c, const M&) {
         if (c.accumulate != 1) return;
         c.batchSize /= kMicroBatches;
         c.accumulate = kMicroBatches;
     },
     [](C& c) {
         c.batchSize *= c.accumulate;
         c.accumulate = 1;
     },
     accumulation, kRounding},
    {"recompute", "recompute_chunk", GATELAB_TEXT("Switch", "Recompute activations"),
     GATELAB_TEXT("SwitchBrief", "forward twice, less kept"),
     GATELAB_TEXT("SwitchHelp",
                  "Only the states at the borders of four chunks of time are kept, and each chunk is computed again "
                  "for its backward pass. It does not help speed, "
                  "which it costs about a third of, but a window far too long for the memory."),
     [](C& c, const M& m) {
         c.recomputeChunk = std::max<std::int64_t>(1, stepsOf(m, c) / kChunksOfTime);
         if (c.implementation == kCpuStep) c.implementation = "native";  // which can
     },
     [](C& c) { c.recomputeChunk = 0; }, recompute, kRounding},
    {"threads", "threads", GATELAB_TEXT("Switch", "All cores where it is worth it"),
     GATELAB_TEXT("SwitchBrief", "a step shared by all cores"),
     GATELAB_TEXT(
         "SwitchHelp",
         "All cores take part where a step is work enough: a rule and no timing, so that the same command gives the "
         "same bits. It does not help small networks, whose steps are too short to be shared, nor a machine that is "
         "busy with other work."),
     [](C& c, const M&) { c.threads = 0; }, [](C& c) { c.threads = 1; }, manyCores, kRounding},
    {"split-batch", "split_batch", GATELAB_TEXT("Switch", "Split batches"),
     GATELAB_TEXT("SwitchBrief", "each thread takes some rows"),
     GATELAB_TEXT("SwitchHelp",
                  "Each thread computes some rows of the batch, and the gradients are added in a fixed order, so that "
                  "threads meet once per step instead of once per "
                  "operation. It does not help with one thread, nor batches of a few rows."),
     [](C& c, const M&) {
         c.splitBatch = true;
         if (c.threads == 1) c.threads = 0;
     },
     [](C& c) { c.splitBatch = false; }, splitRows, kRounding},
    {"implementation-whole", "implementation", GATELAB_TEXT("Switch", "Whole step"),
     GATELAB_TEXT("SwitchBrief", "forward, backward, update as one call"),
     GATELAB_TEXT("SwitchHelp",
                  "The Gatelab kernel, and around it the whole step in Gatelab's code: gather, head, loss, backward "
                  "pass, clipping and update over flat buffers, without autograd and without new tensors. It does not "
                  "help steps of many milliseconds, of which the recurrent layers are nearly all."),
     [](C& c, const M&) { c.implementation = kCpuStep; }, [](C& c) { c.implementation = "naive"; }, cpuStep, kRounding},
    {"implementation-time-parallel", "implementation", GATELAB_TEXT("Switch", "Parallel in time"),
     GATELAB_TEXT("SwitchBrief", "chunks of a long sequence side by side"),
     GATELAB_TEXT("SwitchHelp",
                  "A long sequence is cut into chunks that run side by side from guessed states, swept again until "
                  "each boundary changes by at most 16 roundings (4,096 in FP64); what does not agree is run step by "
                  "step. It does not help a net that remembers more than some hundred steps, nor larger batches."),
     [](C& c, const M&) { c.implementation = "time-parallel"; }, [](C& c) { c.implementation = "naive"; }, timeParallel,
     kRounding},
    {"gradient-exchange", "gradient_exchange", GATELAB_TEXT("Switch", "Gradient exchange"),
     GATELAB_TEXT("SwitchBrief", "ranks send half the bytes, in BF16"),
     GATELAB_TEXT("SwitchHelp",
                  "Ranks send each other their gradients rounded to 16 bits, half the bytes. It does not help under "
                  "280 kB of gradient on links faster than 100 Mbit/s, and the numbers are others."),
     [](C& c, const M&) { c.gradientExchange = "bf16"; }, [](C& c) { c.gradientExchange = "none"; }, exchange, kBf16},
    {"flush-denormals", "flush_denormals", GATELAB_TEXT("Switch", "Flush denormals"),
     GATELAB_TEXT("SwitchBrief", "tiny numbers count as 0"),
     GATELAB_TEXT("SwitchHelp",
                  "Numbers below 1e-38 count as zero, which some processors compute many times faster. It does not "
                  "help as long as no such number arises, which is "
                  "the usual case."),
     [](C& c, const M&) { c.flushDenormals = true; }, [](C& c) { c.flushDenormals = false; }, processorOnly, kRounding},
    {"deterministic", "deterministic", GATELAB_TEXT("Switch", "Deterministic"),
     GATELAB_TEXT("SwitchBrief", "same bits on every run"),
     GATELAB_TEXT("SwitchHelp",
                  "Only algorithms that give the same bits each time are used, so that a run can be repeated exactly. "
                  "It does not help speed: on a GPU it may cost "
                  "some."),
     [](C& c, const M&) { c.deterministic = true; }, [](C& c) { c.deterministic = false; }, anywhere, kRounding},
};

}  // namespace

bool drawsMasks(const ExperimentConfig& config) {
    return (config.dropout > 0 && config.layers > 1) || config.recurrentDropout > 0 || config.zoneout > 0;
}

std::int64_t stepsOf(const SwitchMachine& machine, const ExperimentConfig& config) {
    return config.task == "forecast" ? config.lookback : machine.sequenceSteps;
}

std::span<const Switch> switches() { return kSwitches; }

const Switch* findSwitch(std::string_view key) {
    const auto row = std::ranges::find_if(kSwitches, [&](const Switch& s) { return key == s.key; });
    return row == std::end(kSwitches) ? nullptr : &*row;
}

std::string_view expectedImplementation(const ExperimentConfig& config) {
    if (!picksImplementation(config.implementation) || config.device.starts_with("cuda")) return config.implementation;
    const auto can = [&](Text (*unsupported)(const M&, const C&)) { return unsupported({}, config).source[0] == '\0'; };
    const bool library = can(libraryLayer);
    if (library && isForOneDnn(config)) return "library";
    if (can(cpuStep)) return kCpuStep;
    if (can(ownKernel)) return "native";
    if (can(scanLayer)) return "scan";
    return library ? "library" : "cell";
}

bool isApplied(const Switch& row, const ExperimentConfig& config) {
    const Field& field = *findField(row.field);
    const FieldValue value = fieldValue(config, field);
    ExperimentConfig other = config;
    if (std::holds_alternative<std::string>(value)) {
        row.apply(other, {});  // no choice depends on the machine
        return fieldValue(other, field) == value;
    }
    row.undo(other);
    return fieldValue(other, field) != value;
}

ExperimentConfig switchBaseline(ExperimentConfig config) {
    for (const Switch& row : kSwitches) row.undo(config);
    if (isXla(config.device)) config.implementation = "auto";  // it has no other
    return config;
}

ExperimentConfig switchTrial() {
    ExperimentConfig config;
    config.builtinLength = 400;
    config.lookback = 16;
    config.horizon = 4;
    config.hiddenSize = 16;
    config.batchSize = 16;
    config.schedule = "one-cycle";  // a rate that a graph froze would be seen
    return asSwitchTrial(config);
}

ExperimentConfig asSwitchTrial(ExperimentConfig config) {
    config.epochs = kTrialSteps;
    config.maxSteps = config.maxSteps > 0 ? std::min(config.maxSteps, kTrialSteps) : kTrialSteps;
    config.earlyStop = 0;
    return switchBaseline(config);
}

ExperimentConfig withSwitch(const Switch& row, const SwitchMachine& machine, const ExperimentConfig& baseline) {
    const auto works = [&](const Switch& one, const ExperimentConfig& config) {
        return switchObstacle(one, machine, config).isEmpty();
    };
    ExperimentConfig alone = baseline;
    row.apply(alone, machine);
    if (works(row, alone)) return alone;
    ExperimentConfig built = baseline;
    for (const Switch* under = kSwitches; under != &row; ++under)
        if (under->tolerance.fp32 == 0 && works(*under, built)) under->apply(built, machine);
    row.apply(built, machine);
    return works(row, built) ? built : alone;
}

}  // namespace gatelab
