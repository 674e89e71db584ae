// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/row_time.h"

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

}  // namespace gatelab
