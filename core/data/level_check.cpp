// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/level_check.h"

#include "base/number_text.h"
#include "base/numeric/running_variance.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kFactor = 20;  // no usual change of a series, and less than that of most units
constexpr double kFar = 5;      // deviations of the training part
constexpr double kInside = 0.05;

Phrase figure(double value) {
    const std::string written = numberText(value, 3);
    return Text{kNumberContext, written.c_str()};
}

/// How many times as large; 0: not comparable.
double timesAs(double now, double then) { return now > 0 && then > 0 ? now / then : 0; }

bool isOtherSize(double times) { return times > 0 && (times >= kFactor || times <= 1 / kFactor); }

}  // namespace

LearnedLevel learnedLevel(std::span<const double> training) {
    LearnedLevel level;
    RunningVariance present;
    for (const double value : training) {
        if (!std::isfinite(value)) continue;
        if (present.count == 0) level.low = level.high = value, level.isCount = true;
        present.add(value);
        level.low = std::min(level.low, value), level.high = std::max(level.high, value);
        level.isCount = level.isCount && value >= 0 && value == std::floor(value);
    }
    if (present.count > 0) level.mean = present.mean, level.deviation = present.deviation();
    return level;
}

Phrase otherLevel(const std::string& column, const LearnedLevel& learned, std::span<const double> values) {
    const LearnedLevel now = learnedLevel(values);
    if (!learned.known() || !now.known()) return {};
    // Both: a quiet stretch spreads little, and the level of what swings about zero is chance.
    const double spread = timesAs(now.deviation, learned.deviation),
                 size = timesAs(std::max(std::abs(now.low), std::abs(now.high)),
                                std::max(std::abs(learned.low), std::abs(learned.high)));
    if (isOtherSize(size) && (isOtherSize(spread) || spread == 0))
        return {
            GATELAB_TEXT("Preparing",
                         "the values of column '%1' are about %2 times as large as those of the training (%3 to %4, "
                         "and they were %5 to %6): they look like another unit"),
            {column, figure(size), figure(now.low), figure(now.high), figure(learned.low), figure(learned.high)}};
    const double distance = std::abs(now.mean - learned.mean);
    if (!(distance > kFar * learned.deviation) || !(distance > 0)) return {};
    double inside = 0, all = 0;
    for (const double value : values)
        if (std::isfinite(value)) all += 1, inside += value >= learned.low && value <= learned.high ? 1 : 0;
    if (inside > kInside * all) return {};
    return {GATELAB_TEXT("Preparing",
                         "this level of '%1' was never seen in training: %2 to %3 against %4 to %5; it looks like "
                         "another unit or another zero"),
            {column, figure(now.low), figure(now.high), figure(learned.low), figure(learned.high)}};
}

}  // namespace gatelab
