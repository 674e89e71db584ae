// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/row_format.h"

#include "common/texts.h"
#include "data/row_time.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>

namespace gatelab {

std::function<QString(double)> rowFormat(std::shared_ptr<const TimeAxis> time) {
    if (!time || !time->known()) return {};
    return [time = std::move(time)](double x) -> QString {
        const auto last = static_cast<double>(time->values.size()) - 1;
        // Forecasts may lie beyond the last row: time goes on evenly there.
        const double row = std::floor(std::clamp(x, 0.0, last));
        const double micros = static_cast<double>(time->values[static_cast<std::size_t>(row)]) +
                              (x - row) * static_cast<double>(time->stepMicros);
        const QDateTime moment = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(micros / 1000), Qt::UTC);
        constexpr std::int64_t kDay = 86'400'000'000;
        return moment.toString(time->stepMicros >= kDay ? QStringLiteral("yyyy-MM-dd") : QStringLiteral("MM-dd HH:mm"));
    };
}

std::function<QString(double)> rowTimes(std::shared_ptr<const TimeAxis> time) {
    if (!time || !time->known()) return {};
    return [time = std::move(time)](double x) { return fromUtf8(rowTime(*time, std::llround(x))); };
}

}  // namespace gatelab
