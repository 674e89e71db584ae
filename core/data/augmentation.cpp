// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/augmentation.h"

#include "base/rng.h"
#include "config/setting_predicates.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr std::int64_t kSpeeds = 4;       ///< between which the speed of a warped window goes in lines
constexpr std::uint64_t kEpochBits = 40;  ///< examples of an epoch; the epochs lie above

/// The part of the window that is read, stretched to its length.
std::vector<double> sliceOf(double largest, const WindowShape& shape, Rng& rng) {
    const auto length = static_cast<double>(shape.steps - 1);
    const double cut = rng.uniform(0, largest), before = shape.keepsEnd ? cut : cut * rng.uniform();
    std::vector<double> place(static_cast<std::size_t>(shape.steps));
    for (std::size_t step = 0; step < place.size(); ++step)
        place[step] = before * length + (1 - cut) * static_cast<double>(step);
    return place;
}

/// Steps at uneven distances that rise from the first to the last one.
std::vector<double> warpOf(double strength, const WindowShape& shape, Rng& rng) {
    double speeds[kSpeeds];
    for (double& speed : speeds) speed = std::exp(strength * rng.normal());
    std::vector<double> place(static_cast<std::size_t>(shape.steps), 0.0);
    for (std::size_t step = 1; step < place.size(); ++step) {
        const double along = (static_cast<double>(step) - 0.5) / static_cast<double>(place.size() - 1) * (kSpeeds - 1);
        const auto low = std::min(static_cast<std::size_t>(along), static_cast<std::size_t>(kSpeeds - 2));
        place[step] =
            place[step - 1] + speeds[low] + (along - static_cast<double>(low)) * (speeds[low + 1] - speeds[low]);
    }
    const double scale = static_cast<double>(place.size() - 1) / place.back();
    for (double& at : place) at *= scale;
    return place;
}

}  // namespace

WindowChange drawChange(const ExperimentConfig& c, std::int64_t epoch, std::int64_t example, const WindowShape& shape) {
    WindowChange change;
    if (!augments(c)) return change;
    Rng rng(static_cast<std::uint64_t>(c.seed), RandomPurpose::Augmentation,
            (static_cast<std::uint64_t>(epoch) << kEpochBits) + static_cast<std::uint64_t>(example));
    if (rng.uniform() >= c.augmentShare) return change;
    if (c.augmentMixUp > 0 && !givesClasses(c) && shape.examples > 1) {
        change.partner = static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(shape.examples)));
        change.partnerShare = rng.uniform(0, c.augmentMixUp);
    }
    if (shape.steps > 2 && !isLabelling(c)) {
        if (c.augmentSlice > 0) change.place = sliceOf(c.augmentSlice, shape, rng);
        if (c.augmentTimeWarp > 0) {
            std::vector<double> warped = warpOf(c.augmentTimeWarp, shape, rng);
            // A warped slice: the slice is a line, so it is read at the warped steps
            const double from = change.place.empty() ? 0 : change.place.front(),
                         pace = change.place.empty() ? 1 : change.place[1] - change.place[0];
            for (double& at : warped) at = from + pace * at;
            change.place = std::move(warped);
        }
        for (double& at : change.place) at = std::clamp(at, 0.0, static_cast<double>(shape.steps - 1));
    }
    if (c.augmentScaling > 0) change.factor = 1 + c.augmentScaling * rng.normal();
    if (c.augmentJitter > 0) {
        change.noise.resize(static_cast<std::size_t>(shape.steps * shape.inputs));
        for (double& value : change.noise) value = c.augmentJitter * rng.normal();
    }
    if (c.augmentStepDropout > 0) {
        change.repeated.assign(static_cast<std::size_t>(shape.steps), 0);
        for (std::size_t step = 1; step < change.repeated.size(); ++step)
            change.repeated[step] = rng.uniform() < c.augmentStepDropout ? 1 : 0;
    }
    return change;
}

}  // namespace gatelab
