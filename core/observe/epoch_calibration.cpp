// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/epoch_calibration.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr double kWarmSeconds = 0.25, kCountedSeconds = 0.5, kBlockSeconds = 0.1;
constexpr std::int64_t kWarmSteps = 2, kCountedSteps = 3;

}  // namespace

bool EpochCalibration::isWarm() const { return warm_.reaches(kWarmSeconds, kWarmSteps); }
bool EpochCalibration::isComplete() const { return counted_.reaches(kCountedSeconds, kCountedSteps); }

bool EpochCalibration::endsPart(double seconds, std::int64_t steps) const {
    Part part = isWarm() ? counted_ : warm_;
    part.add({seconds, steps});
    return isWarm() ? part.reaches(kCountedSeconds, kCountedSteps) : part.reaches(kWarmSeconds, kWarmSteps);
}

void EpochCalibration::add(double seconds, std::int64_t steps) {
    const Part part{seconds, steps};
    if (isComplete() || steps <= 0) return;
    if (!isWarm()) {
        if (warm_.steps >= kWarmSteps) afterFirst_.add(part);
        return warm_.add(part);
    }
    counted_.add(part);
    block_.add(part);
    if (block_.seconds >= kBlockSeconds) blocks_.push_back(std::exchange(block_, {}).perStep());
}

std::optional<EpochTime> EpochCalibration::result(std::int64_t stepsPerEpoch) const {
    const Part& best = counted_.steps >= kCountedSteps ? counted_ : afterFirst_;
    if (best.steps < kCountedSteps) return std::nullopt;
    const auto steps = static_cast<double>(stepsPerEpoch);
    EpochTime time{best.perStep() * steps};
    if (!isComplete() || blocks_.empty()) return time;
    const auto [low, high] = std::ranges::minmax(blocks_);
    time.low = std::min(low * steps, time.seconds);
    time.high = std::max(high * steps, time.seconds);
    return time;
}

}  // namespace gatelab
