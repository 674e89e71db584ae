// SPDX-License-Identifier: GPL-3.0-or-later
// What the trainer says of its own costs: time and memory by part of the step, and how good the forecasts of both were.
#include "train/trainer.h"

#include "base/units.h"

#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr double kCostsEvery = 0.25;  // seconds

}  // namespace

void Trainer::noteStepPeak() {
    stepPeaks_.add(
        {MetricId::StepPeak, 0, counters_.step, epochsDone(), clock_.seconds(), 0, parts_.phases.takeStepPeak()});
}

void Trainer::noteCosts(bool always) {
    const double now = clock_.seconds();
    if (!always && now - lastCosts_ < kCostsEvery) return;
    lastCosts_ = now;
    std::vector<std::pair<MetricId, double>> values = parts_.phases.take();
    std::vector<MetricSample> samples = stepPeaks_.take();
    for (const auto& [id, value] : values) {
        samples.push_back({id, 0, counters_.step, epochsDone(), now, 0, value});
        if (id == MetricId::EnginePeak) peakUnjudged_ = value;
    }
    // What is forecast is the peak of a whole epoch with its evaluation: before, there is nothing to hold it against.
    if (parts_.forecastTensorBytes > 0 && peakUnjudged_ > 0 && evaluated_)
        samples.push_back({MetricId::MemoryForecastError, 0, counters_.step, epochsDone(), now, 0,
                           100 * (parts_.forecastTensorBytes / (std::exchange(peakUnjudged_, 0) * kMiB) - 1)});
    parts_.reporter.metrics(std::move(samples));
}

void Trainer::noteStepTime() {
    const std::int64_t steps = stepsHere_ - std::exchange(stepsTimed_, stepsHere_);
    if (epochForecast_) return;
    // One run, one forecast
    if (parts_.forecastEpochSeconds > 0) return sayEpochForecast({parts_.forecastEpochSeconds});
    const auto taken = [this] { return clock_.seconds() - stepBegan_; };
    if (calibration_.endsPart(taken(), steps)) tap_.read();  // waits for the device
    calibration_.add(taken(), steps);
    if (calibration_.isComplete()) forecastEpoch();
}

void Trainer::forecastEpoch() {
    if (epochForecast_) return;
    if (const auto time = calibration_.result(stepsPerEpoch())) sayEpochForecast(*time);
}

void Trainer::sayEpochForecast(const EpochTime& time) {
    epochForecast_ = true;
    std::vector<MetricSample> samples;
    for (const auto& [id, value] :
         {std::pair(MetricId::EpochForecastLow, time.low), std::pair(MetricId::EpochForecastHigh, time.high),
          std::pair(MetricId::EpochForecast, time.seconds)})
        if (std::isfinite(value)) samples.push_back({id, 0, counters_.step, epochsDone(), clock_.seconds(), 0, value});
    parts_.reporter.metrics(std::move(samples));
}

void Trainer::noteEpochTime() {
    if (epochSeconds_ < 0) return;
    const double now = clock_.seconds();
    parts_.reporter.metrics({{MetricId::EpochSeconds, 0, counters_.step, epochsDone(), now, 0, now - epochSeconds_}});
    epochSeconds_ = -1;
}

}  // namespace gatelab
