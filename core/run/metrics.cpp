// SPDX-License-Identifier: GPL-3.0-or-later
// The table of metrics, in the order of MetricId. A new one: a name in metric.h and a row here.
#include "run/metric.h"

#include "run/curves/further_metrics.h"

#include <algorithm>
#include <charconv>

namespace gatelab {
namespace {

using M = MetricId;
using S = MetricSense;
using V = MetricSummary;
const Text kLoss{};
const Text kUpdateUnit = GATELAB_TEXT("Unit", "log10(update / weight)");

const Metric kMetrics[] = {
    {M::TrainLoss, "train_loss", GATELAB_TEXT("Metric", "train"), kLoss, S::LowerIsBetter},
    {M::ValidationLoss, "validation_loss", GATELAB_TEXT("Metric", "validation"), kLoss, S::LowerIsBetter},
    {M::LearningRate, "learning_rate", GATELAB_TEXT("Metric", "learning rate"), kLoss},
    {M::Momentum, "momentum", GATELAB_TEXT("Metric", "momentum"), kLoss},
    {M::GradientNorm, "gradient_norm", GATELAB_TEXT("Metric", "gradient norm"), kLoss},
    {M::SamplesPerSecond, "samples_per_second", GATELAB_TEXT("Metric", "samples/s"), GATELAB_TEXT("Unit", "samples/s"),
     S::HigherIsBetter, V::Rate},
    {M::StepsPerSecond, "steps_per_second", GATELAB_TEXT("Metric", "steps/s"), GATELAB_TEXT("Unit", "steps/s"),
     S::HigherIsBetter, V::Rate},
    {M::ShareData, "share_data", GATELAB_TEXT("Metric", "data"), GATELAB_TEXT("Unit", "share of the step")},
    {M::ShareForward, "share_forward", GATELAB_TEXT("Metric", "forward"), GATELAB_TEXT("Unit", "share of the step")},
    {M::ShareBackward, "share_backward", GATELAB_TEXT("Metric", "backward"), GATELAB_TEXT("Unit", "share of the step")},
    {M::ShareOptimiser, "share_optimiser", GATELAB_TEXT("Metric", "optimiser"),
     GATELAB_TEXT("Unit", "share of the step")},
    {M::ShareSync, "share_sync", GATELAB_TEXT("Metric", "synchronisation"), GATELAB_TEXT("Unit", "share of the step")},
    {M::GpuAllocated, "gpu_allocated", GATELAB_TEXT("Metric", "allocated"), GATELAB_TEXT("Unit", "MiB"),
     S::LowerIsBetter, V::Most},
    {M::GpuReserved, "gpu_reserved", GATELAB_TEXT("Metric", "reserved"), GATELAB_TEXT("Unit", "MiB"), S::Neutral,
     V::Most},
    {M::GpuPeak, "gpu_peak", GATELAB_TEXT("Metric", "peak"), GATELAB_TEXT("Unit", "MiB"), S::LowerIsBetter, V::Most},
    {M::GpuDeviceUsed, "gpu_device_used", GATELAB_TEXT("Metric", "device"), GATELAB_TEXT("Unit", "MiB"), S::Neutral,
     V::Most},
    {M::ProcessMemory, "process_memory", GATELAB_TEXT("Metric", "whole process"), GATELAB_TEXT("Unit", "MiB"),
     S::Neutral, V::Most},
    {M::EngineMemory, "engine_memory", GATELAB_TEXT("Metric", "tensors"), GATELAB_TEXT("Unit", "MiB"), S::Neutral,
     V::Most},
    {M::EnginePeak, "engine_peak", GATELAB_TEXT("Metric", "tensors, peak"), GATELAB_TEXT("Unit", "MiB"),
     S::LowerIsBetter, V::Most},
    {M::StepPeak, "step_peak", GATELAB_TEXT("Metric", "peak of each step"), GATELAB_TEXT("Unit", "MiB"), S::Neutral,
     V::Most},
    {M::MemoryWeights, "memory_weights", GATELAB_TEXT("Metric", "weights"), GATELAB_TEXT("Unit", "MiB"),
     S::LowerIsBetter},
    {M::MemoryGradients, "memory_gradients", GATELAB_TEXT("Metric", "gradients"), GATELAB_TEXT("Unit", "MiB"),
     S::LowerIsBetter},
    {M::MemoryOptimiser, "memory_optimiser", GATELAB_TEXT("Metric", "optimiser state"), GATELAB_TEXT("Unit", "MiB"),
     S::LowerIsBetter},
    {M::MemoryData, "memory_data", GATELAB_TEXT("Metric", "data"), GATELAB_TEXT("Unit", "MiB"), S::LowerIsBetter},
    {M::MemoryActivations, "memory_activations", GATELAB_TEXT("Metric", "activations"), GATELAB_TEXT("Unit", "MiB"),
     S::LowerIsBetter},
    {M::MemoryWorkspace, "memory_workspace", GATELAB_TEXT("Metric", "workspace"), GATELAB_TEXT("Unit", "MiB"),
     S::LowerIsBetter},
    {M::PeakData, "peak_data", GATELAB_TEXT("Metric", "peak while gathering data"), GATELAB_TEXT("Unit", "MiB"),
     S::LowerIsBetter},
    {M::PeakForward, "peak_forward", GATELAB_TEXT("Metric", "peak forward"), GATELAB_TEXT("Unit", "MiB"),
     S::LowerIsBetter},
    {M::PeakBackward, "peak_backward", GATELAB_TEXT("Metric", "peak backward"), GATELAB_TEXT("Unit", "MiB"),
     S::LowerIsBetter},
    {M::PeakOptimiser, "peak_optimiser", GATELAB_TEXT("Metric", "peak of the update"), GATELAB_TEXT("Unit", "MiB"),
     S::LowerIsBetter},
    {M::StepBlocks, "step_blocks", GATELAB_TEXT("Metric", "tensor allocations"), GATELAB_TEXT("Unit", "per step"),
     S::LowerIsBetter},
    {M::StepFetches, "step_fetches", GATELAB_TEXT("Metric", "of them from the system"),
     GATELAB_TEXT("Unit", "per step"), S::LowerIsBetter},
    {M::MemoryForecastError, "memory_forecast_error", GATELAB_TEXT("Metric", "memory forecast, error"),
     GATELAB_TEXT("Unit", "%")},
    {M::EpochSeconds, "epoch_seconds", GATELAB_TEXT("Metric", "epoch"), GATELAB_TEXT("Unit", "s"), S::LowerIsBetter,
     V::Mean},
    {M::EpochForecast, "epoch_forecast", GATELAB_TEXT("Metric", "epoch, estimated"), GATELAB_TEXT("Unit", "s")},
    {M::EpochForecastLow, "epoch_forecast_low", GATELAB_TEXT("Metric", "epoch, estimated minimum"),
     GATELAB_TEXT("Unit", "s")},
    {M::EpochForecastHigh, "epoch_forecast_high", GATELAB_TEXT("Metric", "epoch, estimated maximum"),
     GATELAB_TEXT("Unit", "s")},
    {M::GpuUtilisation, "gpu_utilisation", GATELAB_TEXT("Metric", "GPU load"), GATELAB_TEXT("Unit", "%"), S::Neutral,
     V::Mean},
    {M::GpuTemperature, "gpu_temperature", GATELAB_TEXT("Metric", "temperature"), GATELAB_TEXT("Unit", "°C"),
     S::Neutral, V::Most},
    {M::GpuPower, "gpu_power", GATELAB_TEXT("Metric", "power"), GATELAB_TEXT("Unit", "W"), S::Neutral, V::Mean},
    {M::GpuClock, "gpu_clock", GATELAB_TEXT("Metric", "GPU clock"), GATELAB_TEXT("Unit", "% of the highest"),
     S::Neutral, V::Mean},
    {M::CpuLoad, "cpu_load", GATELAB_TEXT("Metric", "CPU load"), GATELAB_TEXT("Unit", "%"), S::Neutral, V::Mean},
    {M::ValidationMse, "validation_mse", GATELAB_TEXT("Metric", "validation MSE"), kLoss, S::LowerIsBetter},
    {M::ValidationMae, "validation_mae", GATELAB_TEXT("Metric", "validation MAE"), kLoss, S::LowerIsBetter},
    {M::ValidationAccuracy, "validation_accuracy", GATELAB_TEXT("Metric", "validation accuracy"), kLoss,
     S::HigherIsBetter},
    {M::UpdateInput, "update_input", GATELAB_TEXT("Metric", "input weights"), kUpdateUnit, S::Neutral, V::Last, true},
    {M::UpdateRecurrent, "update_recurrent", GATELAB_TEXT("Metric", "recurrent weights"), kUpdateUnit, S::Neutral,
     V::Last, true},
    {M::UpdateHead, "update_head", GATELAB_TEXT("Metric", "head"), kUpdateUnit},
    {M::Saturation, "saturation", GATELAB_TEXT("Metric", "saturated"), GATELAB_TEXT("Unit", "share of the gates"),
     S::Neutral, V::Last, true},
    {M::ActivationSpread, "activation_spread", GATELAB_TEXT("Metric", "SD of the output"), kLoss, S::Neutral, V::Last,
     true},
    {M::RankBytes, "rank_bytes", GATELAB_TEXT("Metric", "sent and received by rank 0"),
     GATELAB_TEXT("Unit", "bytes per step"), S::LowerIsBetter},
    {M::WaitingShare, "waiting_share", GATELAB_TEXT("Metric", "ranks waiting"),
     GATELAB_TEXT("Unit", "share of the step"), S::LowerIsBetter, V::Mean},
    {M::SlowestRank, "slowest_rank", GATELAB_TEXT("Metric", "slowest rank"), kLoss},
};
static_assert(std::size(kMetrics) == static_cast<std::size_t>(M::Count));
const Metric kFurtherRow{kFurtherMetric, "imported", GATELAB_TEXT("Metric", "imported"), kLoss};

}  // namespace

std::span<const Metric> metrics() { return kMetrics; }
const Metric& metric(MetricId id) {
    return id == kFurtherMetric ? kFurtherRow : kMetrics[static_cast<std::size_t>(id)];
}

const Metric* findMetric(std::string_view key) {
    const auto it =
        std::find_if(std::begin(kMetrics), std::end(kMetrics), [&](const Metric& m) { return key == m.key; });
    return it == std::end(kMetrics) ? nullptr : it;
}

namespace {
constexpr std::string_view kLayerMark = "_l";
}

std::string channelKey(const MetricChannelId& channel) {
    if (channel.metric == kFurtherMetric) return std::string(kFurtherPrefix) + furtherName(channel.layer);
    const Metric& row = metric(channel.metric);
    return row.perLayer ? std::string(row.key).append(kLayerMark).append(std::to_string(channel.layer)) : row.key;
}

std::optional<MetricChannelId> findChannel(std::string_view key) {
    if (key.starts_with(kFurtherPrefix)) return furtherChannel(key.substr(kFurtherPrefix.size()));
    if (const Metric* row = findMetric(key); row && !row->perLayer) return MetricChannelId{row->id, 0};
    const std::size_t mark = key.rfind(kLayerMark);
    if (mark == std::string_view::npos) return std::nullopt;
    const Metric* row = findMetric(key.substr(0, mark));
    const std::string_view digits = key.substr(mark + kLayerMark.size());
    std::uint16_t layer = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), layer);
    if (!row || !row->perLayer || digits.empty() || problem != std::errc{} || end != digits.data() + digits.size() ||
        layer >= kMaxLayers)
        return std::nullopt;
    return MetricChannelId{row->id, layer};
}

}  // namespace gatelab
