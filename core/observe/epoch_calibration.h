// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/epoch_work.h"

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

}  // namespace gatelab
