// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/training_costs.h"

#include "base/units.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr double kReportEvery = 0.25;  // seconds

}  // namespace

void TrainingCosts::endStep(std::int64_t steps) {
    stepPeaks_.add(position_.samples({{MetricId::StepPeak, phases_.takeStepPeak()}}).front());
    if (position_.seconds() - lastReport_ >= kReportEvery) report();
    timeSteps(steps);
}

void TrainingCosts::report() {
    lastReport_ = position_.seconds();
    std::vector<std::pair<MetricId, double>> values = phases_.take();
    for (const auto& [id, value] : values)
        if (id == MetricId::EnginePeak) peakUnjudged_ = value;
    // What is forecast is the peak of a whole epoch with its evaluation: before, there is nothing to hold it against.
    if (forecastTensorBytes_ > 0 && peakUnjudged_ > 0 && evaluated_)
        values.emplace_back(MetricId::MemoryForecastError,
                            100 * (forecastTensorBytes_ / (std::exchange(peakUnjudged_, 0) * kMiB) - 1));
    std::vector<MetricSample> samples = stepPeaks_.take();
    const std::vector<MetricSample> now = position_.samples(values);
    samples.insert(samples.end(), now.begin(), now.end());
    reporter_.metrics(std::move(samples));
}

void TrainingCosts::timeSteps(std::int64_t steps) {
    if (epochForecast_) return;
    // One run, one forecast
    if (forecastEpochSeconds_ > 0) return sayEpochForecast({forecastEpochSeconds_});
    const auto taken = [this] { return position_.seconds() - stepBegan_; };
    if (calibration_.endsPart(taken(), steps)) tap_.read();  // waits for the device
    calibration_.add(taken(), steps);
    if (calibration_.isComplete()) forecastEpoch();
}

void TrainingCosts::forecastEpoch() {
    if (epochForecast_) return;
    if (const auto time = calibration_.result(position_.stepsPerEpoch())) sayEpochForecast(*time);
}

void TrainingCosts::sayEpochForecast(const EpochTime& time) {
    epochForecast_ = true;
    std::vector<std::pair<MetricId, double>> values{{MetricId::EpochForecastLow, time.low},
                                                    {MetricId::EpochForecastHigh, time.high},
                                                    {MetricId::EpochForecast, time.seconds}};
    std::erase_if(values, [](const auto& value) { return !std::isfinite(value.second); });
    reporter_.metrics(position_.samples(values));
}

void TrainingCosts::endEpoch() {
    if (epochBegan_ < 0) return;
    reporter_.metrics(position_.samples({{MetricId::EpochSeconds, position_.seconds() - epochBegan_}}));
    epochBegan_ = -1;
}

void TrainingCosts::close() {
    forecastEpoch();
    report();
}

void StepwiseCurve::add(const MetricSample& sample) {
    const bool isLevel = newest_ && newest_->value == sample.value;
    if (newest_ && !isLevel && !kept_) waiting_.push_back(*newest_);
    if (!isLevel) waiting_.push_back(sample);
    newest_ = sample;
    kept_ = !isLevel;
}

std::vector<MetricSample> StepwiseCurve::take() {
    if (newest_ && !kept_) waiting_.push_back(*newest_);
    kept_ = true;
    return std::exchange(waiting_, {});
}

namespace {

constexpr double kWarmSeconds = 0.25, kCountedSeconds = 0.5, kBlockSeconds = 0.1;
constexpr std::int64_t kWarmSteps = 2, kCountedSteps = 3;

}  // namespace

bool EpochCalibration::isWarm() const { return warm_.reaches(kWarmSeconds, kWarmSteps); }
bool EpochCalibration::isComplete() const { return counted_.reaches(kCountedSeconds, kCountedSteps); }

bool EpochCalibration::endsPart(double seconds, std::int64_t steps) const {
    Part part = isWarm() ? counted_ : warm_;
    part.add({seconds, steps});
    return isWarm() ? part.reaches(kCountedSeconds, kCountedSteps) : part.reaches(kWarmSeconds, kWarmSteps);
}

void EpochCalibration::add(double seconds, std::int64_t steps) {
    const Part part{seconds, steps};
    if (isComplete() || steps <= 0) return;
    if (!isWarm()) {
        if (warm_.steps >= kWarmSteps) afterFirst_.add(part);
        return warm_.add(part);
    }
    counted_.add(part);
    block_.add(part);
    if (block_.seconds >= kBlockSeconds) blocks_.push_back(std::exchange(block_, {}).perStep());
}

std::optional<EpochTime> EpochCalibration::result(std::int64_t stepsPerEpoch) const {
    const Part& best = counted_.steps >= kCountedSteps ? counted_ : afterFirst_;
    if (best.steps < kCountedSteps) return std::nullopt;
    const auto steps = static_cast<double>(stepsPerEpoch);
    EpochTime time{best.perStep() * steps};
    if (!isComplete() || blocks_.empty()) return time;
    const auto [low, high] = std::ranges::minmax(blocks_);
    time.low = std::min(low * steps, time.seconds);
    time.high = std::max(high * steps, time.seconds);
    return time;
}

}  // namespace gatelab
