// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/time/rounded.h"

#include "data/csv/columns/evidence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace gatelab {
namespace {

/// Digits behind the point of the number that has most of them; -1: more than are written by rounding.
int decimalsOf(const std::vector<double>& values) {
    constexpr int kMost = 8;
    constexpr double kExact = 1.0 / 1024, kLargest = 1e12;
    int decimals = 0;
    double scale = 1;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        while (std::abs(value * scale - std::round(value * scale)) > kExact) {
            scale *= 10;
            if (++decimals > kMost || std::abs(value) * scale > kLargest) return -1;
        }
    }
    return decimals;
}

constexpr std::int64_t kSecond = 1'000'000, kMinute = 60 * kSecond, kHour = 60 * kMinute;
constexpr std::array<std::int64_t, 19> kClockSteps = {
    24 * kHour, 12 * kHour,   8 * kHour,    6 * kHour,    4 * kHour,    3 * kHour,   2 * kHour,
    kHour,      30 * kMinute, 20 * kMinute, 15 * kMinute, 10 * kMinute, 5 * kMinute, 2 * kMinute,
    kMinute,    30 * kSecond, 15 * kSecond, 10 * kSecond, kSecond};

std::int64_t nearest(std::int64_t time, std::int64_t step) {
    return static_cast<std::int64_t>(std::llround(static_cast<long double>(time) / static_cast<long double>(step))) *
           step;
}

}  // namespace

void mendRounded(const std::vector<double>& values, double unit, std::vector<std::int64_t>& times) {
    constexpr std::int64_t kFewest = 5;
    constexpr double kLongAgainst = 8, kMillisecond = 1e3;
    const int decimals = decimalsOf(values);
    if (decimals <= 0 || std::ranges::count_if(times, [](auto time) { return time != kNoTime; }) < kFewest) return;
    // Half of the last digit, and the millisecond to which days are rounded
    const double half = 0.5 * std::pow(10, -decimals) * unit;
    const auto slack = static_cast<std::int64_t>(std::ceil(half + kMillisecond));
    for (const std::int64_t step : kClockSteps) {
        if (static_cast<double>(step) < kLongAgainst * half) return;
        if (!std::ranges::all_of(times, [&](std::int64_t time) {
                return time == kNoTime || std::abs(time - nearest(time, step)) <= slack;
            }))
            continue;
        for (std::int64_t& time : times)
            if (time != kNoTime) time = nearest(time, step);
        return;
    }
}

}  // namespace gatelab
