// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/epoch_work.h"
#include "observe/training_position.h"
#include "run/metric.h"
#include "step/step_phases.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace gatelab {

/// How long an epoch takes, from its first steps. Those of the first moments are left out: code is loaded, and each
/// length of sequences is met for the first time; then steps are counted for about half a second, which are batches as
/// they come. Parts of that time apart tell how far off it may be.
class EpochCalibration {
public:
    /// So many steps took so long together, with all that came with them.
    void add(double seconds, std::int64_t steps);
    /// With these steps a part ends: what was given to a device must be done before its time is told.
    [[nodiscard]] bool endsPart(double seconds, std::int64_t steps) const;
    [[nodiscard]] bool isComplete() const;
    /// Before it is complete from the steps there are; nothing while those are too few.
    [[nodiscard]] std::optional<EpochTime> result(std::int64_t stepsPerEpoch) const;

private:
    struct Part {
        double seconds = 0;
        std::int64_t steps = 0;
        void add(const Part& other) { seconds += other.seconds, steps += other.steps; }
        [[nodiscard]] bool reaches(double minSeconds, std::int64_t minSteps) const {
            return seconds >= minSeconds && steps >= minSteps;
        }
        [[nodiscard]] double perStep() const { return seconds / static_cast<double>(steps); }
    };
    [[nodiscard]] bool isWarm() const;

    Part warm_, afterFirst_, counted_, block_;  ///< afterFirst_: the warm-up without its first steps
    std::vector<double> blocks_;                ///< seconds per step
};

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
