// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "device/machine_limits.h"
#include "lab/lab_rungs.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace gatelab {

inline constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

/// One run of the lab: so many steps that count after so many that warm up, and a validation at the end.
struct LabTrial {
    ExperimentConfig config;
    std::int64_t warmup = 0, steps = 0;
    bool wantsOutputs = false;  ///< also what the network says at the end; such a run is not timed
};
/// What else kept the machine busy while something was measured.
enum class LabDisturbance { None, Load, Training };
struct LabMeasured {
    double msPerStep = kNotMeasured, samplesPerSecond = kNotMeasured, peakMiB = kNotMeasured, validationLoss = kNotMeasured;
    std::vector<double> outputs;  ///< forecasts of the test windows; for tasks without forecasts the weights
    std::string implementation, device;
    std::int64_t threads = 1;
    LabDisturbance disturbance = LabDisturbance::None;
};

/// What can measure a trial; session/lab_machine.h has the one that trains. Blocks; one thread.
class LabMachine {
public:
    virtual ~LabMachine() = default;
    virtual Result<LabMeasured> measure(const LabTrial& trial, const std::function<bool()>& goOn) = 0;
    /// What this machine can do at most with so many threads, measured now.
    virtual Result<MachineLimits> limits(std::int64_t threads) = 0;
    /// Operations and bytes that a training step cannot do without.
    virtual StepWork work(const ExperimentConfig& config) = 0;
};

struct LabPlan {
    LabMode mode = LabMode::Ladder;
    std::vector<LabRung> rungs;
    int repeats = 5;
    std::int64_t warmup = 20, steps = 100;
    bool equalTime = true;  ///< one more run of each rung that may train as long as rung 0 took
};

/// What an interval lets one say. Same: the whole of it lies within kSameLow to kSameHigh. Faster, Slower: it leaves 1 out. Unknown: there is none.
enum class LabOutcome { Unknown, Undecided, Same, Faster, Slower };
inline constexpr double kSameLow = 0.95, kSameHigh = 1.05;

/// Geometric mean of the ratios of times from repeats that belong together, with its 95 % interval (Student's t on the logarithms). It is the ratio
/// of the geometric means of both, so that it agrees with the times and rates beside it. A NaN interval: fewer than two pairs.
struct LabRatio {
    double value = kNotMeasured, low = kNotMeasured, high = kNotMeasured;
    [[nodiscard]] LabOutcome outcome() const;
};
LabRatio labRatio(const std::vector<double>& base, const std::vector<double>& other);

/// What was measured of one rung; kNotMeasured where nothing was.
struct LabFigures {
    std::vector<double> msPerStep;  ///< one per repeat, in the order of the repeats
    std::vector<LabDisturbance> disturbances;  ///< of the same repeats
    double ms = kNotMeasured, msLow = kNotMeasured, msHigh = kNotMeasured;  ///< geometric mean of the repeats and its 95 % interval
    double runSeconds = kNotMeasured;  ///< of the last repeat, with all that it needs besides its steps
    double samplesPerSecond = kNotMeasured, peakMiB = kNotMeasured;
    double validationLoss = kNotMeasured;       ///< after equal steps
    double validationEqualTime = kNotMeasured;  ///< after as much time as rung 0 took for them
    std::int64_t equalTimeSteps = 0;
    double outputDifference = kNotMeasured;     ///< from rung 0, in parts of its largest output
    double shareOfLimit = kNotMeasured;         ///< floor with as many threads / ms
    LabRatio speedup;                           ///< rung 0's time over this one's
    LabRatio effect;                            ///< the time of the rung that it is told against over this one's
    std::string implementation, problem;
    std::int64_t threads = 1;
    [[nodiscard]] int disturbed() const;        ///< repeats
};

struct LabReport {
    LabPlan plan;
    std::vector<LabFigures> figures;  ///< one per rung
    std::vector<MachineLimits> limits;  ///< one per number of threads that was used
    std::string device;
    int done = 0, total = 0;          ///< runs
    double secondsLeft = kNotMeasured;
};

/// The fastest rung that keeps the numbers and whose own switch is shown to help, against the first rung too; 0: there is none.
std::size_t labBest(const LabReport& report);

/// Measures every rung that is supported and not left out: repeats interleaved in an order that is shuffled anew for each repeat, then outputs, then equal time. `progress` gets
/// the report as far as it is, after every run; false ends the lab with Cancelled. A rung that fails is named in its figures and left out.
Result<LabReport> runLab(const LabPlan& plan, LabMachine& machine, const std::function<bool(const LabReport&)>& progress);

/// Least time of one step on such a machine: its operations at the measured rate and its bytes at the measured bandwidth.
double floorMs(const StepWork& work, const MachineLimits& limits);

}  // namespace gatelab
