// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/row_time.h"

#include "data/time_step.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace gatelab {
namespace {

/// ISO 8601 in UTC; with microseconds only when there are any.
std::string timeText(std::int64_t micros) {
    const std::int64_t seconds = micros >= 0 ? micros / 1000000 : -((-micros + 999999) / 1000000);
    const auto fraction = static_cast<int>(micros - seconds * 1000000);
    const auto clock = static_cast<std::time_t>(seconds);
    std::tm parts{};
    gmtime_r(&clock, &parts);
    char buffer[48];
    std::size_t used = std::strftime(buffer, sizeof buffer, "%Y-%m-%d %H:%M:%S", &parts);
    if (fraction != 0)
        used += static_cast<std::size_t>(std::snprintf(buffer + used, sizeof buffer - used, ".%06d", fraction));
    return {buffer, used};
}

}  // namespace

std::string rowTime(const TimeAxis& axis, std::int64_t row) {
    const auto known = static_cast<std::int64_t>(axis.values.size());
    if (row >= 0 && row < known) return timeText(axis.values[static_cast<std::size_t>(row)]);
    if (known > 0 && axis.stepMicros > 0 && row >= known)
        return timeText(axis.values.back() + (row - known + 1) * axis.stepMicros);
    return {};
}

TimeExtent timeExtent(const TimeAxis& axis) {
    if (axis.values.empty()) return {};
    const auto [first, last] = std::ranges::minmax_element(axis.values);
    return {first - axis.values.begin(), last - axis.values.begin()};
}

bool hasSteadyStep(const TimeAxis& axis) {
    constexpr std::int64_t kOneIn = 20;
    std::int64_t repeats = 0;
    for (std::size_t row = 1; row < axis.values.size(); ++row)
        repeats += axis.values[row] == axis.values[row - 1] ? 1 : 0;
    return repeats * kOneIn <= std::ssize(axis.values) && spacingOf(axis).isSteady;
}

}  // namespace gatelab
