// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "observe/epoch_calibration.h"
#include "observe/training_position.h"
#include "run/metric.h"
#include "step/step_phases.h"

#include <optional>
#include <vector>

namespace gatelab {

/// A figure of every step that few steps change: kept at both ends of each level, so that the line through what is kept
/// passes through the value of every step.
class StepwiseCurve {
public:
    /// In the order of the steps.
    void add(const MetricSample& sample);
    /// What is to be kept since the last call, the newest sample included.
    std::vector<MetricSample> take();

private:
    std::optional<MetricSample> newest_;
    bool kept_ = false;  ///< the newest one is
    std::vector<MetricSample> waiting_;
};

/// What a training says of its own costs: time and memory by part of the step, and how good the forecasts of both were.
/// Owned by the trainer; training thread.
class TrainingCosts {
public:
    /// forecastTensorBytes, forecastEpochSeconds: as in TrainerParts. All references outlive this.
    TrainingCosts(const TrainingPosition& position, StepPhases& phases, MetricTap& tap, RunReporter& reporter,
                  double forecastTensorBytes, double forecastEpochSeconds)
        : position_(position),
          phases_(phases),
          tap_(tap),
          reporter_(reporter),
          forecastTensorBytes_(forecastTensorBytes),
          forecastEpochSeconds_(forecastEpochSeconds) {}
    void beginEpoch() { epochBegan_ = position_.seconds(); }
    void beginStep() { stepBegan_ = position_.seconds(); }
    /// `steps`: how many were done at once.
    void endStep(std::int64_t steps);
    /// Its steps are done and the device has been waited for.
    void endEpoch();
    /// The first evaluation is what the forecast of the memory is still waiting for.
    void noteEvaluation() { evaluated_ = true; }
    [[nodiscard]] bool hasEvaluated() const { return evaluated_; }
    /// All that is known now.
    void report();
    /// The training is over: what is known so far must do.
    void close();

private:
    void timeSteps(std::int64_t steps);
    void forecastEpoch();
    void sayEpochForecast(const EpochTime& time);

    const TrainingPosition& position_;
    StepPhases& phases_;
    MetricTap& tap_;
    RunReporter& reporter_;
    double forecastTensorBytes_, forecastEpochSeconds_;
    StepwiseCurve stepPeaks_;
    double lastReport_ = 0;
    bool evaluated_ = false;   ///< in this process
    double peakUnjudged_ = 0;  ///< MiB; the forecast has not been held against it yet
    double stepBegan_ = 0;     ///< training seconds
    double epochBegan_ = -1;   ///< likewise; negative: not in this process
    EpochCalibration calibration_;
    bool epochForecast_ = false;  ///< said
};

}  // namespace gatelab
