// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/metric.h"
#include "run/run_event.h"

#include <limits>
#include <vector>

namespace gatelab {

/// A forecast beside what was measured. NaN: not known.
struct ForecastScore {
    double forecast = std::numeric_limits<double>::quiet_NaN();
    double measured = std::numeric_limits<double>::quiet_NaN();
    /// How much too high the forecast was; NaN where one of the two is missing.
    [[nodiscard]] double errorPercent() const {
        return measured > 0 ? 100 * (forecast / measured - 1) : std::numeric_limits<double>::quiet_NaN();
    }
};

/// What a run said of its costs beforehand, and what they were.
struct RunForecastScores {
    ForecastScore memory;  ///< MiB of tensors: weights, gradients, optimiser, activations, workspace, data
    /// Seconds of training per epoch, validation left out; forecast before the run, else from its first steps
    ForecastScore epoch;
    bool isEpochOwn = false;  ///< no forecast was made before the run: it is its own
    /// The epochs together took so little that their first moments weigh in what was measured, which a forecast leaves
    /// out
    bool isEpochShort = false;
};

/// What must be known to judge the forecast of an epoch; empty: nothing.
std::vector<Phrase> epochForecastNotes(const RunForecastScores& scores);

/// The plan of a run that goes on by a newer one: what was forecast of an epoch before the run began stays, for the
/// score is of that.
void continuePlan(RunPlanInfo& plan, const RunPlanInfo& newer);

/// Hears the samples of a run in their order and says at any time how good its forecasts are so far: the first forecast
/// of an epoch (a resumed run makes another, knowing more) against the mean of the epochs that have ended, the memory
/// against the most of it since the last resume: the plan's forecast is of the process that goes on, and what another
/// one held is no answer to it.
class ForecastScorer {
public:
    /// Other metrics and numbers that are not finite count as nothing.
    void add(MetricId metric, double value, std::uint16_t piece = 0);
    [[nodiscard]] std::uint16_t piece() const { return piece_; }  ///< the newest heard of
    [[nodiscard]] RunForecastScores scores(const RunPlanInfo& plan) const;

private:
    double gpuPeak_ = 0, enginePeak_ = 0;  ///< MiB
    double epochForecast_ = std::numeric_limits<double>::quiet_NaN(), epochSeconds_ = 0;
    int epochs_ = 0;
    std::uint16_t piece_ = 0;
};

}  // namespace gatelab
