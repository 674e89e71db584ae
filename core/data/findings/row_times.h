// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/findings/clock_change.h"
#include "data/findings/finding_check.h"
#include "data/series.h"

#include <cstdint>

namespace gatelab {

/// What one pass over the times of the rows tells; refers to them.
struct RowTimes {
    explicit RowTimes(const TimeAxis& axis);

    /// Rows with something, and the first of them.
    struct Rows {
        std::int64_t count = 0, first = -1;
        void add(std::int64_t row) {
            if (count++ == 0) first = row;
        }
    };

    const TimeAxis& time;
    ClockChanges clocks;
    Rows repeats, backward, gaps, close;  ///< close: sooner than the step after the row before
    std::int64_t lost = 0;                ///< rows that are not there by the step
    std::int64_t longest = 0;             ///< gap, microseconds
    std::int64_t longestAt = -1;          ///< row behind it
    std::int64_t eventStep =
        0;  ///< of rows that are events: the distance that makes even rows of them; 0: they are none

    [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(time.values.size()); }
};

/// The hour that comes twice in autumn ("time-clock-back"), and the one that no clock shows in spring
/// ("time-clock-forward"). Both are in the right order as they stand: sorted, the rows of the two hours would be mixed.
void checkClocks(const RowTimes& times, Findings& findings);
void checkOrder(const RowTimes& times, Findings& findings);    ///< "time-reversed", "time-disorder"
void checkRepeats(const RowTimes& times, Findings& findings);  ///< "time-repeat"
/// Two distances of rows, each kept over long stretches ("mixed-steps"): two loggers, or one that was set to another
/// rate.
void checkMixedSteps(const RowTimes& times, Findings& findings);
void checkIrregular(const RowTimes& times, Findings& findings);  ///< "time-irregular": no steady step
void checkGaps(const RowTimes& times, Findings& findings);       ///< "time-gap"
void checkClose(const RowTimes& times, Findings& findings);      ///< "time-close"

}  // namespace gatelab
