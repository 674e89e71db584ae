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

/// Round places in time, and how far apart they are.
struct TimePlaces {
    std::vector<double> at;
    double step = 0;
};

/// Every `months` months from the first at or after `low`.
TimePlaces monthPlaces(double low, double high, int months) {
    TimePlaces places{{}, months * kMonth};
    const QDate from = fromSeconds(low).date();
    const int years = std::max(1, months / 12);
    QDate date = months >= 12 ? QDate(from.year() / years * years, 1, 1)
                              : QDate(from.year(), (from.month() - 1) / months * months + 1, 1);
    for (int guard = 0; guard < 200 && date.isValid(); ++guard, date = date.addMonths(months)) {
        const double at = static_cast<double>(QDateTime(date, QTime(0, 0), Qt::UTC).toMSecsSinceEpoch()) / 1000;
        if (at > high) break;
        if (at >= low) places.at.push_back(at);
    }
    return places;
}

TimePlaces roundPlaces(double low, double high, int wanted) {
    if (!(high > low) || std::abs(low) > 1e12 || std::abs(high) > 1e12) return {};
    const double rough = (high - low) / std::max(1, wanted);
    TimePlaces places;
    if (rough < 1) {
        for (const ChartTick& tick : linearTicks(low, high, wanted)) places.at.push_back(tick.value);
        places.step = places.at.size() > 1 ? places.at[1] - places.at[0] : high - low;
        return places;
    }
    if (rough > 20 * kDay) {
        for (const int months : {1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200})
            if (months * kMonth >= rough * 0.75 || months == 1200) return monthPlaces(low, high, months);
    }
    static constexpr std::array kSteps = {1.0,      2.0,         5.0,         10.0,         15.0,         30.0,
                                          kMinute,  2 * kMinute, 5 * kMinute, 10 * kMinute, 15 * kMinute, 30 * kMinute,
                                          kHour,    2 * kHour,   3 * kHour,   6 * kHour,    12 * kHour,   kDay,
                                          2 * kDay, 5 * kDay,    7 * kDay,    14 * kDay,    28 * kDay};
    const auto* found = std::ranges::find_if(kSteps, [rough](double step) { return step >= rough * 0.75; });
    places.step = found == kSteps.end() ? kSteps.back() : *found;
    for (double k = std::ceil(low / places.step); k * places.step <= high && places.at.size() < 100; ++k)
        places.at.push_back(k * places.step);
    return places;
}

/// "14:30", as exact as the step needs.
QString clockText(const QDateTime& time, double step) {
    if (step >= kMinute) return time.toString(QStringLiteral("HH:mm"));
    if (step >= 1) return time.toString(QStringLiteral("HH:mm:ss"));
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 0.01)), 1, 3);
    return time.toString(QStringLiteral("HH:mm:ss.zzz")).chopped(3 - decimals);
}

/// In the unit of the step; where a larger one has begun since `before`, or nothing came before, with that in strong.
ChartTick namedTime(const QDateTime& time, const QDate& before, double step) {
    const QLocale locale;
    const QDate date = time.date();
    const bool isFirst = !before.isValid(), newYear = isFirst || date.year() != before.year(),
               newMonth = newYear || date.month() != before.month();
    //: day, month and year on a time axis, e.g. "4 Jun 2018"
    const QString whole = QCoreApplication::translate("LineChart", "d MMM yyyy");
    //: day and month on a time axis, e.g. "4 Jun"
    const QString day = QCoreApplication::translate("LineChart", "d MMM");
    if (step > 360 * kDay) return {0, QString::number(date.year())};
    if (step > 29 * kDay) {
        //: month and year on a time axis, e.g. "Jul 2016"
        const QString month = QCoreApplication::translate("LineChart", "MMM yyyy");
        const bool isPlainYear = newYear && !isFirst && date.month() == 1;
        return {
            0,
            isPlainYear ? QString::number(date.year()) : locale.toString(date, newYear ? month : QStringLiteral("MMM")),
            newYear};
    }
    if (step >= kDay)
        return {0, newMonth ? locale.toString(date, newYear ? whole : day) : QString::number(date.day()), newMonth};
    const QString clock = clockText(time, step);
    if (date == before) return {0, clock};
    const QString text = locale.toString(date, newYear ? whole : day);
    return {0, time.time() == QTime(0, 0) ? text : text + QLatin1Char(' ') + clock, true};
}

/// The smallest x of [low, high] at that time or later.
double xAt(double low, double high, const std::function<double(double)>& secondsOf, double at) {
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (secondsOf(middle) < at ? low : high) = middle;
    }
    return std::abs(high - std::round(high)) < 1e-6 ? std::round(high) : high;
}

}  // namespace

std::vector<ChartTick> timeTicks(double low, double high, int wanted, const std::function<double(double)>& secondsOf) {
    const TimePlaces places =
        secondsOf ? roundPlaces(secondsOf(low), secondsOf(high), wanted) : roundPlaces(low, high, wanted);
    std::vector<ChartTick> ticks;
    QDate before;
    for (const double at : places.at) {
        const double x = secondsOf ? xAt(low, high, secondsOf, at) : at;
        // In a gap there is no place for it.
        if (secondsOf && secondsOf(x) - at >= places.step / 2) continue;
        const QDateTime time = fromSeconds(at);
        ChartTick tick = namedTime(time, before, places.step);
        tick.value = x;
        ticks.push_back(std::move(tick));
        before = time.date();
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
    const bool isDay = range > 10 * kDay && time.time() == QTime(0, 0);
    if (range > 3 * kYear || isDay)
        return QLocale().toString(time, QCoreApplication::translate("LineChart", "d MMM yyyy"));
    if (range > 2 * kMinute)
        return QLocale().toString(time, QCoreApplication::translate("LineChart", "d MMM yyyy HH:mm"));
    if (range > 20) return QLocale().toString(time, QCoreApplication::translate("LineChart", "d MMM HH:mm:ss"));
    return QLocale().toString(time, QCoreApplication::translate("LineChart", "d MMM HH:mm:ss.zzz"));
}

}  // namespace gatelab
