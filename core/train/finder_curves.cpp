// SPDX-License-Identifier: GPL-3.0-or-later
// What follows from the curves that the searches measured.
#include "train/finders.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace gatelab {

namespace {

constexpr double kEnough = 0.9;  // of the fastest

/// The start of the curve, where the rate is too low to change anything, and how far the smoothed loss falls below it.
struct Fall {
    double plateau = 0, depth = 0;
    std::size_t lowest = 0;
};

Fall fallOf(const std::vector<FinderPoint>& points) {
    std::vector<double> start;
    for (std::size_t i = 0; i < points.size() / 3; ++i) start.push_back(points[i].smoothed);
    std::ranges::nth_element(start, start.begin() + static_cast<std::ptrdiff_t>(start.size() / 2));
    Fall fall{start[start.size() / 2]};
    for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i].smoothed < points[fall.lowest].smoothed) fall.lowest = i;
    fall.depth = fall.plateau - points[fall.lowest].smoothed;
    return fall;
}

}  // namespace

double startingLoss(const std::vector<FinderPoint>& points) { return fallOf(points).plateau; }

double risingRate(const std::vector<FinderPoint>& points) {
    if (points.empty()) return 0;
    if (points.size() < kFewPoints) return points.back().value;
    const Fall fall = fallOf(points);
    const auto rises = std::find_if(
        points.begin() + static_cast<std::ptrdiff_t>(fall.lowest), points.end(),
        [&](const FinderPoint& point) { return point.smoothed > fall.plateau + kMinFall * std::abs(fall.plateau); });
    if (rises != points.end()) return rises->value;
    return points.back().value < kHighestRateTried * 0.999 ? points.back().value : 0;
}

double halfwayRate(const std::vector<FinderPoint>& points) {
    if (points.size() < kFewPoints) return 0;
    const Fall fall = fallOf(points);
    if (fall.depth < kMinFall * std::abs(fall.plateau)) return 0;
    const double halfway = fall.plateau - fall.depth / 2;
    std::size_t at = fall.lowest;
    while (at > 0 && points[at - 1].smoothed < halfway) --at;
    return points[at].value;
}

bool isWeakFall(const std::vector<FinderPoint>& points) {
    constexpr std::size_t kMemory = 7;  // steps of the running mean: its first values are single losses
    constexpr double kClearly = 2;      // times what the curve wanders by itself
    if (points.size() / 3 <= kMemory + 1) return false;
    const std::span start(points.begin() + kMemory, points.begin() + static_cast<std::ptrdiff_t>(points.size() / 3));
    const auto [low, high] = std::ranges::minmax_element(start, {}, &FinderPoint::smoothed);
    return fallOf(points).depth < kClearly * (high->smoothed - low->smoothed);
}

double cheapestBatch(const std::vector<FinderPoint>& points) {
    if (points.empty()) return 0;
    const FinderPoint& fastest = *std::ranges::max_element(points, {}, &FinderPoint::samplesPerSecond);
    return std::ranges::find_if(
               points,
               [&](const FinderPoint& point) { return point.samplesPerSecond >= kEnough * fastest.samplesPerSecond; })
        ->value;
}

}  // namespace gatelab
