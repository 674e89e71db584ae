// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace gatelab {

inline constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

/// What else kept the machine busy while something was measured.
enum class LabDisturbance { None, Load, Training };

/// What an interval lets one say. Same: the whole of it lies within kSameLow to kSameHigh. Faster, Slower: it leaves 1
/// out. Unknown: there is none.
enum class LabOutcome { Unknown, Undecided, Same, Faster, Slower };
inline constexpr double kSameLow = 0.95, kSameHigh = 1.05;

/// Disturbed repeats are left out of the figures where at least so many undisturbed ones are. Only the load decides
/// which they are, never the time that was measured: the figures stay those of a random choice of repeats.
inline constexpr int kMinUndisturbed = 3;
/// Fewer repeats have no interval: of two, its half width is 12.7 times their deviation, and any third repeat may lie
/// outside.
inline constexpr int kMinForInterval = 3;

/// Geometric mean of the ratios of times from repeats that belong together, with an interval (Student's t on the
/// logarithms) that holds for all rungs of the lab together at 95 % (Bonferroni). It is the ratio of the geometric
/// means of both, where both count the same repeats, so that it agrees with the times and rates beside it. A NaN
/// interval: fewer than two pairs.
struct LabRatio {
    double value = kNotMeasured, low = kNotMeasured, high = kNotMeasured;
    int pairs = 0;
    int disturbed = 0;  ///< of these, pairs that count although other load was there: then nothing is claimed
    [[nodiscard]] LabOutcome outcome() const;
};

/// One measurement of the time of a step.
struct LabRepeat {
    double ms = kNotMeasured;
    LabDisturbance disturbance = LabDisturbance::None;
    [[nodiscard]] bool disturbed() const { return disturbance != LabDisturbance::None; }
};

/// What was measured of one rung; kNotMeasured where nothing was.
struct LabFigures {
    std::vector<LabRepeat> repeats;   ///< in their order; of one that was measured again, what was measured last
    std::vector<LabRepeat> replaced;  ///< disturbed ones that were measured again
    /// Geometric mean of the repeats that count, and its 95 % interval
    double ms = kNotMeasured, msLow = kNotMeasured, msHigh = kNotMeasured;
    /// Of the last repeat, an undisturbed one where there is one, with all that it needs besides its steps
    double runSeconds = kNotMeasured;
    double samplesPerSecond = kNotMeasured, peakMiB = kNotMeasured;
    double validationLoss = kNotMeasured;       ///< after equal steps
    double validationEqualTime = kNotMeasured;  ///< after as much time as rung 0 took for them
    std::int64_t equalTimeSteps = 0;
    double outputDifference = kNotMeasured;  ///< from rung 0, in parts of its largest output
    double shareOfLimit = kNotMeasured;      ///< floor with as many threads / ms
    LabRatio speedup;                        ///< rung 0's time over this one's
    LabRatio effect;                         ///< the time of the rung that it is told against over this one's
    std::string implementation, problem;
    std::int64_t threads = 1;

    [[nodiscard]] bool measured() const { return !repeats.empty(); }
    [[nodiscard]] int disturbed() const;  ///< repeats
    [[nodiscard]] int leftOut() const;    ///< of these: all of them or none
    [[nodiscard]] int counted() const {
        return static_cast<int>(repeats.size()) - leftOut();
    }  ///< repeats that the figures are made from
    /// ms and its interval, from the repeats.
    void summarise();
};

/// From the repeats that are undisturbed on both sides, where there are kMinUndisturbed of them, else from all that
/// both have. `comparisons`: how many ratios hold together.
LabRatio labRatio(const LabFigures& base, const LabFigures& other, int comparisons);

}  // namespace gatelab
