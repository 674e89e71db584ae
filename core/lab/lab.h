// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/series.h"
#include "device/machine_limits.h"
#include "lab/lab_figures.h"
#include "lab/lab_plan.h"
#include "lab/lab_time.h"
#include "run/metric.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

/// One run of the lab: so many steps that count after so many that warm up, and a validation at the end.
struct LabTrial {
    ExperimentConfig config;
    std::int64_t warmup = 0, steps = 0;
    bool wantsOutputs = false;                 ///< also what the network says at the end; such a run is not timed
    std::shared_ptr<const Dataset> data = {};  ///< null: the machine's own
    /// The steps that count take at least so long, with more steps where they are short
    double minMs = 0;
    std::int64_t models = 1;  ///< so many at once, on successive seeds; a step's time is that of one of any of them
};
/// How far a trial is. Told again and again while it goes on; false ends it.
struct LabTrialProgress {
    std::int64_t steps = 0;
    double secondsPerStep = kNotMeasured;
};
using LabWatch = std::function<bool(const LabTrialProgress&)>;
struct LabMeasured {
    double msPerStep = kNotMeasured, samplesPerSecond = kNotMeasured, peakMiB = kNotMeasured,
           validationLoss = kNotMeasured;
    std::vector<LabLoss> losses;  ///< of its steps
    std::vector<double> outputs;  ///< forecasts of the test windows; for tasks without forecasts the weights
    std::string implementation, device;
    Phrase note = {};  ///< as LabFigures
    std::int64_t threads = 1;
    LabDisturbance disturbance = LabDisturbance::None;
    std::map<MetricId, double> costs = {};     ///< every other metric, as its MetricSummary says
    std::vector<double> forecastByCause = {};  ///< as RunPlanInfo has it
};

/// On what a lab is measured, and with what: times from two of them cannot be compared. Empty members: not known.
struct MeasurementEnvironment {
    std::string program, engine, system, machine, threads, data;
};

/// What can measure a trial; app/lab_machine.h has the one that trains. Blocks; one thread.
class LabMachine {
public:
    virtual ~LabMachine() = default;
    virtual Result<LabMeasured> measure(const LabTrial& trial, const LabWatch& watch) = 0;
    /// What this machine can do at most with so many threads, measured now.
    virtual Result<MachineLimits> limits(std::int64_t threads) = 0;
    /// Operations and bytes that a training step cannot do without.
    virtual StepWork work(const ExperimentConfig& config) = 0;
    [[nodiscard]] virtual MeasurementEnvironment environment() const { return {}; }
};

struct LabReport {
    std::string name;  ///< under which it is kept
    LabPlan plan;
    MeasurementEnvironment environment;
    std::vector<LabFigures> figures;    ///< one per rung
    std::vector<MachineLimits> limits;  ///< one per number of threads that was used
    std::string device;
    int done = 0, total = 0;  ///< runs of the plan; again() are besides them
    double secondsLeft = kNotMeasured;
    /// secondsLeft counts all repeats that may be measured again, as some were disturbed, each as long as the slowest
    /// of its rung. Until every rung was measured once there is no such bound.
    bool isAtMost = false;
    std::int64_t begunAt = 0;     ///< in seconds since 1970 UTC; 0: not known
    std::int64_t measuredAt = 0;  ///< when it was finished; 0: it is not
    std::int64_t keptAt = 0;      ///< when its file was written; 0: not known, or it is none

    [[nodiscard]] bool finished() const { return measuredAt > 0; }
    /// When it was finished, else when it was begun, else when its file was written; 0: not known.
    [[nodiscard]] std::int64_t when() const { return finished() ? measuredAt : begunAt > 0 ? begunAt : keptAt; }
    /// Rungs that are to be measured, and those of them that have figures.
    [[nodiscard]] int wantedRungs() const;
    [[nodiscard]] int measuredRungs() const;
    /// Disturbed repeats that were measured once more.
    [[nodiscard]] int again() const;
    /// Disturbed repeats of this rung that are still to be measured once more, as far as is known by now.
    [[nodiscard]] int toMeasureAgain(std::size_t rung) const;
    [[nodiscard]] int toMeasureAgain() const;  ///< of all rungs
    /// Repeats that every rung has by now, those left out and those that failed aside.
    [[nodiscard]] int rounds() const;
};

/// Speed-up and effect of every rung that is measured, from the repeats.
void updateRatios(LabReport& report);
/// As it would be if these rungs were left out as well: what has the same settings then keeps what was measured, what
/// stood on them is computed, repeat by repeat, from what its own switch was worth.
LabReport withoutRungs(const LabReport& report, const std::set<std::string>& leftOut);

/// Measures every rung that is supported and not left out: repeats interleaved in an order that is shuffled anew for
/// each repeat, then outputs, then equal time. A repeat that other load disturbed is measured again at the end of its
/// round, later too, but no rung more often than planned once more. `progress` gets the report as far as it is, again
/// and again; false ends the lab with Cancelled. A rung that fails is named in its figures and left out. `known`: what
/// the time left is told from until something is measured.
Result<LabReport> runLab(const LabPlan& plan, LabMachine& machine,
                         const std::function<bool(const LabReport&)>& progress, LabTimes known = {});
/// Least time of one step on such a machine: its operations at the measured rate and its bytes at the measured
/// bandwidth.
double floorMs(const StepWork& work, const MachineLimits& limits);

}  // namespace gatelab
