// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace gatelab {

inline constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

/// What else kept the machine busy while something was measured.
enum class LabDisturbance { None, Load, Training };

/// Disturbed repeats are left out of the figures where at least so many undisturbed ones are. Only the load decides
/// which they are, never the time that was measured: the figures stay those of a random choice of repeats.
inline constexpr int kMinUndisturbed = 3;
/// Fewer repeats have no interval and no p value: from two, Student's t with one degree of freedom reaches over
/// decades.
inline constexpr int kMinForInterval = 3;

/// Geometric mean of the ratios of times from repeats that belong together, with its 95 % interval (Student's t on the
/// logarithms). It is the ratio of the geometric means of both, where both count the same repeats, so that it agrees
/// with the times and rates beside it. A NaN interval and p: fewer than kMinForInterval pairs.
struct LabRatio {
    double value = kNotMeasured, low = kNotMeasured, high = kNotMeasured;
    double p = kNotMeasured;  ///< two-sided, of a ratio of 1
    int pairs = 0;
    int disturbed = 0;    ///< of these, pairs that count although other load was there: they widen the interval
    int comparisons = 1;  ///< of its column
    /// Leaves 1 out, also where all ratios of its column are asked about at once (Bonferroni).
    [[nodiscard]] bool isBeyondChance() const;
};

/// A training loss after so much time.
struct LabLoss {
    double seconds = 0, loss = kNotMeasured;
    bool operator==(const LabLoss&) const = default;
};
/// At most kMaxLosses of them, each the mean of a stretch of time that is the longer the later it is, as a logarithmic
/// axis shows them; what is not finite or has no time is left out. In their order.
std::vector<LabLoss> thinned(const std::vector<LabLoss>& losses);
inline constexpr int kMaxLosses = 40;

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
    std::vector<LabLoss> losses;             ///< on the way there; empty: an older program did not keep them
    double outputDifference = kNotMeasured;  ///< from rung 0, in parts of its largest output
    double shareOfLimit = kNotMeasured;      ///< floor with as many threads / ms
    LabRatio speedup;                        ///< rung 0's time over this one's
    LabRatio effect;                         ///< the time of the rung that it is told against over this one's
    std::string implementation, problem;
    Phrase note;  ///< what its last run said of itself, of the rows that do: sweeps of the chunks of time
    std::int64_t threads = 1;
    bool isComputed = false;  ///< from other rungs' repeats, see withoutRungs()

    [[nodiscard]] bool measured() const { return !repeats.empty(); }
    [[nodiscard]] int disturbed() const;  ///< repeats
    [[nodiscard]] int leftOut() const;    ///< of these: all of them or none
    [[nodiscard]] int counted() const {
        return static_cast<int>(repeats.size()) - leftOut();
    }  ///< repeats that the figures are made from
    /// Disturbed repeats count in the figures.
    [[nodiscard]] bool isDisturbed() const { return disturbed() > leftOut(); }
    /// ms and its interval, from the repeats.
    void summarise();
};

/// From the repeats that are undisturbed on both sides, where there are kMinUndisturbed of them, else from all that
/// both have. `comparisons`: how many ratios its column has.
LabRatio labRatio(const LabFigures& base, const LabFigures& other, int comparisons);

}  // namespace gatelab
