// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/metric.h"

#include <cstdint>
#include <vector>

namespace gatelab {

/// How far a run is.
struct RunPlace {
    std::int64_t step = 0, steps = 0;  ///< of the plan
    std::int64_t stepsPerEpoch = 0;    ///< 0: not known
};

/// A figure that counts down like a clock and is drawn towards each new estimate slowly.
class Countdown {
public:
    /// pullSeconds: after so long two thirds of a difference are made up. keepsFalling: estimates that are a little
    /// higher hold it instead of raising it; one that is higher by a third raises it all the same.
    explicit Countdown(double pullSeconds, bool keepsFalling = false)
        : pullSeconds_(pullSeconds), keepsFalling_(keepsFalling) {}
    /// passed: seconds since the last call; estimate: NaN where there is none.
    void update(double passed, double estimate);
    /// -1 before the first estimate.
    [[nodiscard]] double seconds() const { return shown_; }

private:
    double pullSeconds_, shown_ = -1;
    bool keepsFalling_;
};

/// The time a run still needs, as a steady figure: what a step takes lately times the steps that are left, and what the
/// end of an epoch takes (validation, checkpoint) times the epochs that end until then. It is drawn towards a new
/// estimate slowly and counts down like a clock meanwhile.
class TimeLeft {
public:
    /// Forgets everything: another run, or the same one after a resume. `epochEnd`: seconds that the end of an epoch
    /// took before; negative: not known.
    void reset(double epochEnd = -1);
    /// The place that is reached after so many seconds of watching the run at work, pauses left out. Calls with equal
    /// or smaller seconds are ignored.
    void update(double seconds, const RunPlace& place);
    /// -1 while there is too little to tell (the first two seconds).
    [[nodiscard]] double seconds() const { return shown_.seconds(); }

private:
    static constexpr double kPullSeconds = 6;
    /// A mean that forgets: what it was told a minute ago counts a third.
    struct Mean {
        double sum = 0, count = 0;
        void add(double seconds, double times, double passed);
        [[nodiscard]] double value() const;  ///< never negative
    };
    void note(const RunPlace& place);
    [[nodiscard]] double estimate(const RunPlace& place) const;
    Mean step_, epochEnd_;
    RunPlace from_;  ///< the last place at which it was seen to get on
    double fromSeconds_ = -1, last_ = 0, seen_ = 0;
    bool isWarm_ = false;  ///< the first steps, which begin with much that comes only once, are over
    Countdown shown_{kPullSeconds};
};

/// What the end of an epoch took in a run that is known: from its last step to the score of its validation, the last
/// time. -1: that is not known.
double epochEndSeconds(const std::vector<MetricSample>& history);
/// What a run still needs that is known from its record only; -1: that is not known. steps, stepsPerEpoch: as in
/// RunPlace.
double secondsLeft(const std::vector<MetricSample>& history, std::int64_t steps, std::int64_t stepsPerEpoch);

}  // namespace gatelab
