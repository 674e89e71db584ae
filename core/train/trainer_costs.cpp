// SPDX-License-Identifier: GPL-3.0-or-later
// What the trainer says of its own costs: time and memory by part of the step, and how good the forecasts of both were.
#include "train/trainer.h"

namespace gatelab {

namespace {

constexpr double kCostsEvery = 0.25;         // seconds
constexpr std::int64_t kWarmSteps = 2;       // of this process, before its steps count for the forecast of an epoch
constexpr std::int64_t kCalibrationSteps = 3;
constexpr double kMiB = 1048576.0;

}  // namespace

void Trainer::noteStepPeak() { stepPeaks_.add({MetricId::StepPeak, 0, counters_.step, epochsDone(), clock_.seconds(), 0, parts_.phases.takeStepPeak()}); }

void Trainer::noteCosts(bool always) {
    const double now = clock_.seconds();
    if (warmSeconds_ < 0 && stepsHere_ >= kWarmSteps) warmSeconds_ = now;
    if (!always && now - lastCosts_ < kCostsEvery) return;
    lastCosts_ = now;
    std::vector<std::pair<MetricId, double>> values = parts_.phases.take();
    forecastEpoch(values);
    std::vector<MetricSample> samples = stepPeaks_.take();
    for (const auto& [id, value] : values) {
        samples.push_back({id, 0, counters_.step, epochsDone(), now, 0, value});
        if (id == MetricId::EnginePeak && parts_.forecastTensorBytes > 0)
            samples.push_back({MetricId::MemoryForecastError, 0, counters_.step, epochsDone(), now, 0, 100 * (parts_.forecastTensorBytes / (value * kMiB) - 1)});
    }
    parts_.reporter.metrics(std::move(samples));
}

void Trainer::forecastEpoch(std::vector<std::pair<MetricId, double>>& values) {
    const std::int64_t steps = stepsHere_ - kWarmSteps;
    if (epochForecast_ || steps < kCalibrationSteps) return;
    tap_.read();  // waits for the device
    epochForecast_ = true;
    values.emplace_back(MetricId::EpochForecast, (clock_.seconds() - warmSeconds_) / static_cast<double>(steps) * static_cast<double>(stepsPerEpoch()));
}

void Trainer::noteEpochTime() {
    if (epochSeconds_ < 0) return;
    const double now = clock_.seconds();
    std::vector<std::pair<MetricId, double>> values;
    forecastEpoch(values);
    values.emplace_back(MetricId::EpochSeconds, now - epochSeconds_);
    std::vector<MetricSample> samples;
    for (const auto& [id, value] : values) samples.push_back({id, 0, counters_.step, epochsDone(), now, 0, value});
    parts_.reporter.metrics(std::move(samples));
    epochSeconds_ = -1;
}

}  // namespace gatelab
