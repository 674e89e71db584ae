// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/forecast_score.h"

#include "base/units.h"
#include "run/forecast_parts.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kShortSeconds = 2.5;  // ten times what warms up, see EpochCalibration

}  // namespace

void continuePlan(RunPlanInfo& plan, const RunPlanInfo& newer) {
    const double first = plan.forecastEpochSeconds;
    plan = newer;
    if (first > 0) plan.forecastEpochSeconds = first;
}

std::vector<Phrase> epochForecastNotes(const RunForecastScores& scores) {
    std::vector<Phrase> notes;
    if (scores.isEpochOwn)
        notes.emplace_back(
            GATELAB_TEXT("ForecastScore", "estimated from the run's own first steps: there was no estimate before it"));
    if (scores.isEpochShort)
        notes.emplace_back(GATELAB_TEXT(
            "ForecastScore", "short run: its warm-up is part of the measured time, but not of the estimate"));
    return notes;
}

void ForecastScorer::add(MetricId metric, double value, std::uint16_t piece) {
    if (piece > piece_) piece_ = piece, gpuPeak_ = enginePeak_ = 0;
    if (!std::isfinite(value)) return;
    switch (metric) {
        case MetricId::GpuPeak:
            gpuPeak_ = piece < piece_ ? gpuPeak_ : std::max(gpuPeak_, value);
            break;
        case MetricId::EnginePeak:
            enginePeak_ = piece < piece_ ? enginePeak_ : std::max(enginePeak_, value);
            break;
        case MetricId::EpochForecast:
            if (std::isnan(epochForecast_)) epochForecast_ = value;
            break;
        case MetricId::EpochSeconds:
            epochSeconds_ += value;
            ++epochs_;
            break;
        default:
            break;
    }
}

RunForecastScores ForecastScorer::scores(const RunPlanInfo& plan) const {
    RunForecastScores scores;
    if (plan.forecastByCause.size() >= tensorCauses().size())
        scores.memory.forecast = forecastOfParts(plan.forecastByCause).tensors() / kMiB;
    if (const double most = gpuPeak_ > 0 ? gpuPeak_ : enginePeak_; most > 0) scores.memory.measured = most;
    scores.epoch.forecast = plan.forecastEpochSeconds > 0 ? plan.forecastEpochSeconds : epochForecast_;
    scores.isEpochOwn = plan.forecastEpochSeconds <= 0 && std::isfinite(epochForecast_);
    scores.isEpochShort = epochs_ > 0 && epochSeconds_ < kShortSeconds;
    if (epochs_ > 0) scores.epoch.measured = epochSeconds_ / epochs_;
    return scores;
}

}  // namespace gatelab
