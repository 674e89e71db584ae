// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/memory_study.h"

#include <chrono>
#include <vector>

namespace gatelab {

/// How long a memory study will take: its rows by the operations of each, in the time that those took which are
/// measured. Good to a factor of two.
class StudyTime {
public:
    explicit StudyTime(const MemoryStudy& study);
    void begin(std::size_t row);  ///< its measuring
    void end();
    void leaveOut(std::size_t row);  ///< it needs no run of its own
    /// From now on; kNotMeasured: nothing is measured yet.
    [[nodiscard]] double secondsLeft() const;

private:
    using Clock = std::chrono::steady_clock;
    std::vector<double> open_;       ///< work by row; 0: nothing is left to do
    double work_ = 0, seconds_ = 0;  ///< done
    std::size_t row_ = 0;
    Clock::time_point begun_ = Clock::now();
};

}  // namespace gatelab
