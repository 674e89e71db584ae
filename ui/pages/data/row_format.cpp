// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/row_format.h"

#include "common/texts.h"
#include "data/row_time.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

std::function<double(double)> rowSeconds(std::shared_ptr<const TimeAxis> time) {
    if (!time || !time->known()) return {};
    return [time = std::move(time)](double x) {
        const double row = std::floor(std::clamp(x, 0.0, static_cast<double>(time->values.size()) - 1));
        const auto i = static_cast<std::size_t>(row);
        // Forecasts may lie beyond the last row: time goes on evenly there.
        const double even = static_cast<double>(time->values[i]) + (x - row) * static_cast<double>(time->stepMicros);
        return (i + 1 < time->values.size() ? std::min(even, static_cast<double>(time->values[i + 1])) : even) / 1e6;
    };
}

std::function<QString(double)> rowTimes(std::shared_ptr<const TimeAxis> time) {
    if (!time || !time->known()) return {};
    return [time = std::move(time)](double x) { return fromUtf8(rowTime(*time, std::llround(x))); };
}

}  // namespace gatelab
