// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gatelab {

/// Which series of numbers a sample belongs to. Stored in run files by key, so the numbers may change.
enum class MetricId : std::uint16_t {
    TrainLoss,
    ValidationLoss,
    LearningRate,
    Momentum,
    GradientNorm,
    SamplesPerSecond,
    StepsPerSecond,
    ShareData,
    ShareForward,
    ShareBackward,
    ShareOptimiser,
    ShareSync,
    GpuAllocated,
    GpuReserved,
    GpuPeak,
    GpuDeviceUsed,
    ProcessMemory,
    EngineMemory,
    EnginePeak,
    StepPeak,
    MemoryWeights,
    MemoryGradients,
    MemoryOptimiser,
    MemoryData,
    MemoryActivations,
    MemoryWorkspace,
    PeakData,
    PeakForward,
    PeakBackward,
    PeakOptimiser,
    StepBlocks,
    StepFetches,
    MemoryForecastError,
    EpochSeconds,
    EpochForecast,
    EpochForecastLow,
    EpochForecastHigh,
    GpuUtilisation,
    GpuTemperature,
    GpuPower,
    GpuClock,
    CpuLoad,
    ValidationMse,
    ValidationMae,
    ValidationAccuracy,
    UpdateInput,
    UpdateRecurrent,
    UpdateHead,
    Saturation,
    ActivationSpread,
    RankBytes,
    WaitingShare,
    SlowestRank,
    Count
};

/// How values of a metric are read: which way is good, and how a number is drawn.
enum class MetricSense { LowerIsBetter, HigherIsBetter, Neutral };
/// Which number stands for the curve of an ended run in lists: its last one, the mean of the measurements, the mean of
/// a rate (all steps by all their time: each measurement counts by how long it took), the largest of a memory figure.
enum class MetricSummary { Last, Mean, Rate, Most };

/// One row of the metric table.
struct Metric {
    MetricId id;
    const char* key;  ///< "train_loss": in files, JSON lines and the runs table
    Text label;
    Text unit;
    MetricSense sense = MetricSense::Neutral;
    MetricSummary summary = MetricSummary::Last;
    bool perLayer = false;  ///< one curve for each recurrent layer
};
std::span<const Metric> metrics();
const Metric& metric(MetricId id);
const Metric* findMetric(std::string_view key);

/// One curve: a metric, and of a metric per layer the recurrent layer, counted from 0.
struct MetricChannelId {
    MetricId metric = MetricId::TrainLoss;
    std::uint16_t layer = 0;
    friend auto operator<=>(const MetricChannelId&, const MetricChannelId&) = default;
};
/// A stack of more layers than this is not watched.
inline constexpr std::uint16_t kMaxLayers = 1024;
/// "train_loss"; "saturation_l1" for the second layer. In files and the runs table.
std::string channelKey(const MetricChannelId& channel);
std::optional<MetricChannelId> findChannel(std::string_view key);

/// One measured value with every x it can be drawn over. 56 bytes, trivially copyable.
struct MetricSample {
    MetricId metric = MetricId::TrainLoss;
    std::uint16_t piece = 0;  ///< counts resumes: curves are drawn as separate pieces
    std::int64_t step = 0;    ///< optimiser steps since the start of the run
    double epoch = 0;         ///< epochs since the start, fractional
    double seconds = 0;       ///< training time since the start, pauses left out
    double wall = 0;          ///< seconds since 1970 UTC
    double value = 0;         ///< NaN and Inf are allowed and drawn as gaps
    std::uint16_t layer = 0;  ///< recurrent layer of a metric per layer
    [[nodiscard]] MetricChannelId channel() const { return {metric, layer}; }
};

}  // namespace gatelab
