// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_scale.h"

#include "common/theme.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

namespace gatelab {
namespace {

constexpr double kMinute = 60, kHour = 3600, kDay = 86400, kMonth = 30.44 * kDay, kYear = 365.25 * kDay;

QDateTime fromSeconds(double seconds) {
    return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(std::llround(seconds * 1000)), Qt::UTC);
}

QString monthDay(const QDateTime& time) {
    //: day and month on a time axis, e.g. "4 Jun"
    return QLocale().toString(time, QCoreApplication::translate("LineChart", "d MMM"));
}

/// Every `months` months from the first at or after `low`.
std::vector<ChartTick> monthTicks(double low, double high, int months) {
    std::vector<ChartTick> ticks;
    QDate date = fromSeconds(low).date();
    date = QDate(date.year(), months >= 12 ? 1 : (date.month() - 1) / months * months + 1, 1);
    const int years = std::max(1, months / 12);
    if (months >= 12) date = QDate(date.year() / years * years, 1, 1);
    for (int guard = 0; guard < 200; ++guard, date = date.addMonths(months)) {
        if (!date.isValid()) break;
        const double x = static_cast<double>(QDateTime(date, QTime(0, 0), Qt::UTC).toMSecsSinceEpoch()) / 1000;
        if (x > high) break;
        if (x < low) continue;
        const bool year = date.month() == 1;
        ticks.push_back(
            {x, year ? QString::number(date.year()) : QLocale().toString(date, QStringLiteral("MMM")), year});
    }
    return ticks;
}

/// Parts of a second.
std::vector<ChartTick> secondTicks(double low, double high, int wanted) {
    std::vector<ChartTick> ticks = linearTicks(low, high, wanted);
    const double step = ticks.size() > 1 ? ticks[1].value - ticks[0].value : high - low;
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 0.01)), 0, 3);
    for (ChartTick& tick : ticks) {
        const QString text = fromSeconds(tick.value).toString(QStringLiteral("HH:mm:ss.zzz"));
        tick.label = text.chopped(decimals == 0 ? 4 : 3 - decimals);
    }
    return ticks;
}

}  // namespace

std::vector<ChartTick> timeTicks(double low, double high, int wanted) {
    if (!(high > low) || std::abs(low) > 1e12 || std::abs(high) > 1e12) return {};
    const double rough = (high - low) / std::max(1, wanted);
    if (rough < 1) return secondTicks(low, high, wanted);
    if (rough > 20 * kDay) {
        for (const int months : {1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200})
            if (months * kMonth >= rough * 0.75 || months == 1200) return monthTicks(low, high, months);
    }
    static constexpr std::array kSteps = {1.0,      2.0,         5.0,         10.0,         15.0,         30.0,
                                          kMinute,  2 * kMinute, 5 * kMinute, 10 * kMinute, 15 * kMinute, 30 * kMinute,
                                          kHour,    2 * kHour,   3 * kHour,   6 * kHour,    12 * kHour,   kDay,
                                          2 * kDay, 5 * kDay,    7 * kDay,    14 * kDay,    28 * kDay};
    double step = kSteps.back();
    for (const double candidate : kSteps)
        if (candidate >= rough * 0.75) {
            step = candidate;
            break;
        }
    std::vector<ChartTick> ticks;
    for (double k = std::ceil(low / step); k * step <= high && ticks.size() < 100; ++k) {
        const QDateTime time = fromSeconds(k * step);
        const bool midnight = time.time() == QTime(0, 0);
        const QString clock = time.toString(step < kMinute ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm"));
        ticks.push_back({k * step, midnight ? monthDay(time) : clock, midnight && step < kDay});
    }
    return ticks;
}

TimeUnit timeUnit(double low, double high) {
    const double range = high - low;
    return range < 3 * kMinute ? TimeUnit::Second
           : range < 3 * kHour ? TimeUnit::Minute
           : range < 4 * kDay  ? TimeUnit::Hour
                               : TimeUnit::Day;
}

double secondsOf(TimeUnit unit) {
    switch (unit) {
        case TimeUnit::Second:
            return 1;
        case TimeUnit::Minute:
            return kMinute;
        case TimeUnit::Hour:
            return kHour;
        case TimeUnit::Day:
            return kDay;
    }
    return 1;
}

std::vector<ChartTick> durationTicks(const ChartScale& scale, int wanted) {
    const double unit = secondsOf(timeUnit(scale.low, scale.high)), low = scale.low / unit, high = scale.high / unit;
    std::vector<ChartTick> ticks = scale.logarithmic ? logTicks(low, high, wanted) : linearTicks(low, high, wanted);
    for (ChartTick& tick : ticks) tick.value *= unit;
    return ticks;
}

QString countText(double value, double range) {
    if (!std::isfinite(value) || std::abs(value) >= 1e15) return formatNumber(value);
    // A two-hundredth of the range is what a hand can point at.
    const int decimals = range > 0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(range / 200))), 0, 9) : 3;
    const double whole = std::round(value), size = std::abs(value);
    if (decimals == 0 || std::abs(value - whole) < 0.5 * std::pow(10.0, -decimals))
        return formatCount(std::llround(whole));
    return formatNumber(value, std::max(1, static_cast<int>(std::floor(std::log10(size))) + 1 + decimals));
}

QString timeText(double seconds, double range) {
    if (!std::isfinite(seconds) || std::abs(seconds) > 1e12) return QStringLiteral("-");
    const QDateTime time = fromSeconds(seconds);
    if (range > 3 * kYear) return QLocale().toString(time, QCoreApplication::translate("LineChart", "d MMM yyyy"));
    if (range > 2 * kMinute)
        return QLocale().toString(time, QCoreApplication::translate("LineChart", "d MMM yyyy HH:mm"));
    if (range > 20) return QLocale().toString(time, QCoreApplication::translate("LineChart", "d MMM HH:mm:ss"));
    return QLocale().toString(time, QCoreApplication::translate("LineChart", "d MMM HH:mm:ss.zzz"));
}

}  // namespace gatelab
