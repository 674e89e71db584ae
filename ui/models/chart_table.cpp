// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/chart_table.h"

#include "config/field_use.h"
#include "config/setting_predicates.h"
#include "models/memory_chart.h"

#include <algorithm>

namespace gatelab {

namespace {

using M = MetricId;
using R = CurveRole;
using S = ChartLine::Style;

const Text kNoUnit{};
const Text kNeedsLooks =
    GATELAB_TEXT("Chart", "Ask for it with the setting \"Layer health every\", also while a run goes on.");
/// 100 steps apart they cost little.
const LiveChange kLooks{"layer_health", std::int64_t{100}};
const Text kNeedsGpu = GATELAB_TEXT("Chart", "Only a run on a GPU measures this.");
const Text kNeedsRanks = GATELAB_TEXT("Chart", "Only a run of several ranks measures this.");

const ChartRow kCharts[] = {
    {"loss",
     GATELAB_TEXT("Chart", "Loss"),
     GATELAB_TEXT("Chart", "prepared scale"),
     GATELAB_TEXT("ChartHelp",
                  "Loss of each step and of the validation part after each epoch. Validation rising while training "
                  "falls: overfitting."),
     false,
     true,
     true,
     {{M::TrainLoss, R::Ink, S::Smooth, true}, {M::ValidationLoss, R::Run, S::Smooth}}},
    {.key = "forecast",
     .title = GATELAB_TEXT("Chart", "Forecast against truth"),
     .unit = kNoUnit,
     .help = GATELAB_TEXT(
         "ChartHelp",
         "One validation window, forecast again after each epoch; older epochs are fainter. For sequences: the "
         "confusion matrix of the validation part, or the predicted numbers against the truth."),
     .stands = true,
     .lines = [](const RunView& run, const Palette& palette, XAxis, double, double,
                 int pixels) { return previewLines(run, palette, pixels); },
     .ownX = true},
    {.key = "step-error",
     .title = GATELAB_TEXT("Chart", "Error by step"),
     .unit = GATELAB_TEXT("Chart", "of the shown window"),
     .help = GATELAB_TEXT("ChartHelp",
                          "How far the forecast of the shown validation window is off at each of its steps, beside the "
                          "best baseline; drawn again after each epoch."),
     .fromZero = true,
     .absent = GATELAB_TEXT("Chart", "Only a forecast has steps."),
     .lines = [](const RunView& run, const Palette& palette, XAxis, double, double,
                 int) { return stepErrors(run, palette); },
     .ownX = true},
    {"throughput",
     GATELAB_TEXT("Chart", "Throughput"),
     GATELAB_TEXT("Unit", "samples/s"),
     GATELAB_TEXT("ChartHelp",
                  "Windows or sequences trained per second, without the time of evaluation and checkpoints."),
     true,
     false,
     false,
     {{M::SamplesPerSecond, R::Run, S::Smooth, true}}},
    {.key = "memory",
     .title = GATELAB_TEXT("Chart", "Memory"),
     .unit = GATELAB_TEXT("Unit", "MiB"),
     .help = GATELAB_TEXT("ChartHelp",
                          "On a GPU: what the run has allocated, its peak, what it has reserved, and under the line of "
                          "the device what others hold. On the CPU: the tensors and their peak; the whole process as a "
                          "figure."),
     .fromZero = true,
     .stands = true,
     .curves = {{M::GpuAllocated, R::Run, S::Smooth},
                {M::EngineMemory, R::Run, S::Smooth},
                {M::GpuPeak, R::Run, S::Dotted, false, true},
                {M::EnginePeak, R::Run, S::Dotted, false, true},
                {M::GpuReserved, R::Context, S::Dashed, false, true},
                {M::GpuDeviceUsed, R::Context},
                {M::ProcessMemory, R::Context}},
     .lines = [](const RunView& run, const Palette& palette, XAxis axis, double low, double high,
                 int pixels) { return memoryLines(run, palette, axis, low, high, pixels); }},
    {"steps",
     GATELAB_TEXT("Chart", "Steps"),
     GATELAB_TEXT("Unit", "steps/s"),
     GATELAB_TEXT("ChartHelp", "Optimiser steps per second, without the time of evaluation and checkpoints."),
     true,
     false,
     false,
     {{M::StepsPerSecond, R::Run, S::Smooth, true}}},
    {"gradient",
     GATELAB_TEXT("Chart", "Gradient norm"),
     GATELAB_TEXT("Chart", "before clipping"),
     GATELAB_TEXT("ChartHelp",
                  "Norm of the gradient of all weights, before clipping. Sudden spikes announce a diverging run."),
     false,
     true,
     false,
     {{M::GradientNorm, R::Run, S::Smooth, true}},
     {},
     {&ExperimentConfig::clipNorm, GATELAB_TEXT("Chart", "clipped here")}},
    {"learning-rate",
     GATELAB_TEXT("Chart", "Learning rate"),
     kNoUnit,
     GATELAB_TEXT("ChartHelp", "The learning rate of each step, after the schedule and your changes."),
     true,
     false,
     false,
     {{M::LearningRate, R::Run, S::Plain, false, true, true}}},
    {"momentum",
     GATELAB_TEXT("Chart", "Momentum"),
     kNoUnit,
     GATELAB_TEXT(
         "ChartHelp",
         "Momentum (beta 1 of the Adam family) under the one-cycle schedule: low where the learning rate is high."),
     false,
     false,
     false,
     {{M::Momentum, R::Run}},
     GATELAB_TEXT("Chart", "Only one cycle with a momentum that cycles changes it.")},
    {"validation",
     GATELAB_TEXT("Chart", "Validation errors"),
     GATELAB_TEXT("Chart", "prepared scale"),
     GATELAB_TEXT("ChartHelp", "Errors on the validation part after each epoch."),
     true,
     false,
     false,
     {{M::ValidationMse, R::Run}, {M::ValidationMae, R::Run, S::Dashed}}},
    {"accuracy",
     GATELAB_TEXT("Chart", "Accuracy"),
     kNoUnit,
     GATELAB_TEXT("ChartHelp", "Share of validation sequences classified correctly."),
     true,
     false,
     true,
     {{M::ValidationAccuracy, R::Run}},
     GATELAB_TEXT("Chart", "Only classification has an accuracy.")},
    {"phases",
     GATELAB_TEXT("Chart", "Step time breakdown"),
     GATELAB_TEXT("Unit", "share of the step"),
     GATELAB_TEXT("ChartHelp", "Shares of a step spent on data, forward, backward, optimiser and waiting."),
     true,
     false,
     false,
     {{M::ShareData, R::Category},
      {M::ShareForward, R::Category},
      {M::ShareBackward, R::Category},
      {M::ShareOptimiser, R::Category},
      {M::ShareSync, R::Category}},
     GATELAB_TEXT("Chart", "This run did not time the parts of its steps.")},
    {"memory-causes",
     GATELAB_TEXT("Chart", "Memory by cause"),
     GATELAB_TEXT("Unit", "MiB"),
     GATELAB_TEXT("ChartHelp", "What the tensors of a run on the CPU were for when they needed most."),
     true,
     false,
     false,
     {{M::MemoryWeights, R::Category, S::Plain, false, true},
      {M::MemoryGradients, R::Category, S::Plain, false, true},
      {M::MemoryOptimiser, R::Category, S::Plain, false, true},
      {M::MemoryData, R::Category, S::Plain, false, true},
      {M::MemoryActivations, R::Category, S::Plain, false, true},
      {M::MemoryWorkspace, R::Category, S::Plain, false, true}},
     GATELAB_TEXT("Chart", "Only a run on the CPU counts its tensors.")},
    {"memory-phases",
     GATELAB_TEXT("Chart", "Memory by part of the step"),
     GATELAB_TEXT("Unit", "MiB"),
     GATELAB_TEXT(
         "ChartHelp",
         "Highest memory of the tensors while data were gathered, forward, backward and in the update; on the CPU."),
     true,
     false,
     false,
     {{M::PeakData, R::Category, S::Plain, false, true},
      {M::PeakForward, R::Category, S::Plain, false, true},
      {M::PeakBackward, R::Category, S::Plain, false, true},
      {M::PeakOptimiser, R::Category, S::Plain, false, true},
      {M::StepPeak, R::Ink}},
     GATELAB_TEXT("Chart", "Only a run on the CPU counts its tensors.")},
    {"allocations",
     GATELAB_TEXT("Chart", "Memory asked for"),
     GATELAB_TEXT("Unit", "per step"),
     GATELAB_TEXT("ChartHelp",
                  "Blocks of memory that the tensors of one step ask for, and how many of them had to come from the "
                  "system: none once the first steps are over. On the CPU."),
     true,
     false,
     false,
     {{M::StepBlocks, R::Context}, {M::StepFetches, R::Run}},
     GATELAB_TEXT("Chart", "Only a run on the CPU counts its tensors.")},
    {"memory-forecast",
     GATELAB_TEXT("Chart", "Memory forecast"),
     GATELAB_TEXT("Unit", "%"),
     GATELAB_TEXT("ChartHelp",
                  "How far the forecast lay above (+) or below (-) the measured peak of the tensors; on the CPU."),
     false,
     false,
     false,
     {{M::MemoryForecastError, R::Run}},
     GATELAB_TEXT("Chart", "Only a run on the CPU counts its tensors.")},
    {"epoch-time",
     GATELAB_TEXT("Chart", "Time per epoch"),
     GATELAB_TEXT("Unit", "s"),
     GATELAB_TEXT("ChartHelp",
                  "Training time of each epoch beside its estimate: the one made before the run, else the one of its "
                  "first steps."),
     true,
     false,
     false,
     {{M::EpochSeconds, R::Run},
      {M::EpochForecast, R::Context, S::Dashed},
      {M::EpochForecastLow, R::Context, S::Dotted},
      {M::EpochForecastHigh, R::Context, S::Dotted}}},
    {"device",
     GATELAB_TEXT("Chart", "Load"),
     GATELAB_TEXT("Unit", "%"),
     GATELAB_TEXT("ChartHelp", "Utilisation of GPU and CPU."),
     true,
     false,
     false,
     {{M::GpuUtilisation, R::Run}, {M::CpuLoad, R::Context}}},
    {"layer-updates",
     GATELAB_TEXT("Chart", "Layer health: updates"),
     GATELAB_TEXT("Unit", "log10(update / weight)"),
     GATELAB_TEXT(
         "ChartHelp",
         "How far a step moves the weights of each layer: mean size of the update over mean size of the weight, as a "
         "power of ten. Usual are -4 to -2. Higher: the learning rate is too large; lower: the layer hardly learns."),
     false,
     false,
     false,
     {{M::UpdateInput, R::Category}, {M::UpdateRecurrent, R::Category, S::Dashed}, {M::UpdateHead, R::Context}},
     kNeedsLooks,
     {nullptr, GATELAB_TEXT("Chart", "typical"), -3},
     kLooks},
    {"layer-saturation",
     GATELAB_TEXT("Chart", "Layer health: saturation"),
     GATELAB_TEXT("Unit", "share of the gates"),
     GATELAB_TEXT("ChartHelp",
                  "Share of the gates that are nearly shut (below 0.05) or open (above 0.95). Without gates: of the "
                  "outputs beyond 0.95, for ReLU of those at 0. Saturated units hardly learn: try a smaller learning "
                  "rate or weights that start smaller."),
     true,
     false,
     false,
     {{M::Saturation, R::Category}},
     kNeedsLooks,
     {},
     kLooks},
    {"layer-spread",
     GATELAB_TEXT("Chart", "Layer health: SD of the outputs"),
     kNoUnit,
     GATELAB_TEXT("ChartHelp",
                  "Standard deviation of each layer's outputs. Near 0: the layer carries no signal; growing without "
                  "end: the run is about to diverge."),
     true,
     false,
     false,
     {{M::ActivationSpread, R::Category}},
     kNeedsLooks,
     {},
     kLooks},
    {"layer-histograms",
     GATELAB_TEXT("Chart", "Layer health: histograms"),
     kNoUnit,
     GATELAB_TEXT("ChartHelp",
                  "Distribution of the weights, gates or outputs of a layer, and how it changes during training. Each "
                  "column is scaled to its fullest bin."),
     false,
     false,
     false,
     {},
     kNeedsLooks,
     {},
     kLooks},
    {"temperature",
     GATELAB_TEXT("Chart", "Temperature"),
     GATELAB_TEXT("Unit", "°C"),
     GATELAB_TEXT("ChartHelp", "Temperature of the GPU."),
     false,
     false,
     false,
     {{M::GpuTemperature, R::Run}},
     kNeedsGpu},
    {"power",
     GATELAB_TEXT("Chart", "Power"),
     GATELAB_TEXT("Unit", "W"),
     GATELAB_TEXT("ChartHelp", "Power drawn by the GPU."),
     true,
     false,
     false,
     {{M::GpuPower, R::Run}},
     kNeedsGpu},
    {"clock",
     GATELAB_TEXT("Chart", "GPU clock"),
     GATELAB_TEXT("Unit", "% of the highest"),
     GATELAB_TEXT("ChartHelp",
                  "Clock frequency of the GPU. Where it falls under load, the power limit or heat throttles it, and "
                  "timings are not to be trusted."),
     true,
     false,
     false,
     {{M::GpuClock, R::Run}},
     kNeedsGpu},
    {"rank-waiting",
     GATELAB_TEXT("Chart", "Ranks waiting"),
     GATELAB_TEXT("Unit", "share of the step"),
     GATELAB_TEXT(
         "ChartHelp",
         "Share of a step in which the ranks of a run wait for each other's gradients, on average. Near 1: they "
         "exchange more than they compute, and fewer ranks are faster."),
     true,
     false,
     false,
     {{M::WaitingShare, R::Run, S::Smooth, true}},
     kNeedsRanks},
    {"rank-bytes",
     GATELAB_TEXT("Chart", "Bytes between ranks"),
     GATELAB_TEXT("Unit", "bytes per step"),
     GATELAB_TEXT("ChartHelp",
                  "What rank 0 sends to the others and receives from them in a step. A smaller gradient exchange makes "
                  "it less."),
     true,
     false,
     false,
     {{M::RankBytes, R::Run, S::Smooth, true}},
     kNeedsRanks},
    {"rank-slowest",
     GATELAB_TEXT("Chart", "Slowest rank"),
     kNoUnit,
     GATELAB_TEXT("ChartHelp",
                  "Which rank computed longest in each step, and on average: the others wait for it. Of two ranks the "
                  "line is the share of the steps of rank 1. Always the same one: its machine is slower, or other "
                  "programs keep it busy."),
     false,
     false,
     false,
     {{M::SlowestRank, R::Run, S::Smooth, true}},
     kNeedsRanks},
};

}  // namespace

std::span<const ChartRow> chartRows() { return kCharts; }

bool isOfRanks(const ChartRow& row) { return std::string_view(row.key).starts_with("rank-"); }

bool measuresAccuracy(const ExperimentConfig& config) { return givesClasses(config) && hasValidation(config); }

Text chartObstacle(const ChartRow& row, const ExperimentConfig& config) {
    const std::string_view key = row.key;
    const bool ofClasses = givesClasses(config);
    if (key == "accuracy" && !ofClasses) return row.absent;
    if (key == "step-error" && !isForecast(config)) return row.absent;
    if (isOfRanks(row) && config.ranks < 2) return row.absent;
    if (key == "validation" && ofClasses)
        return GATELAB_TEXT("Chart", "Classes are right or wrong: Accuracy counts them.");
    const bool isOfValidation =
        key == "accuracy" || key == "validation" || key == "step-error" || key == kForecastChart;
    return isOfValidation && !hasValidation(config) ? GATELAB_TEXT("Chart", "There is no validation part.") : Text{};
}

const ChartRow* findChartRow(std::string_view key) {
    const auto found =
        std::find_if(std::begin(kCharts), std::end(kCharts), [&](const ChartRow& row) { return key == row.key; });
    return found == std::end(kCharts) ? nullptr : found;
}

std::pair<const ChartRow*, ChartCurve> chartOf(MetricId id) {
    for (const ChartRow& row : kCharts)
        for (const ChartCurve& curve : row.curves)
            if (curve.metric == id) return {&row, curve};
    return {nullptr, {id}};
}

}  // namespace gatelab
