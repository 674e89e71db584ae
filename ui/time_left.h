// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>

namespace gatelab {

/// The time a run still needs, as a steady figure: from the progress of the last minute, and drawn towards a new estimate slowly, so that it
/// counts down like a clock and does not jump. Seconds are training time, pauses left out.
class TimeLeft {
public:
    /// Forgets everything: a new run, or the same run after a resume.
    void reset();
    /// `step` of `total` reached at `seconds`. Calls with equal or smaller seconds are ignored.
    void update(double seconds, std::int64_t step, std::int64_t total);
    /// -1 while there is too little to tell (the first two seconds).
    [[nodiscard]] double seconds() const { return shown_; }

private:
    struct Point {
        double seconds;
        std::int64_t step;
    };
    std::deque<Point> points_;
    double shown_ = -1, last_ = 0;
};

}  // namespace gatelab
