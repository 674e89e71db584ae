// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_scale.h"

#include "common/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {
namespace {

constexpr int kFewestLabels = 3;
/// Part of the data, or of the view when that is shorter, that stays in sight.
constexpr double kKeptInSight = 0.1;

/// 1, 2 or 5 times a power of ten, the nearest at or above.
double niceStep(double rough) {
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double digit = rough / power;
    return (digit <= 1.0000001 ? 1 : digit <= 2.0000001 ? 2 : digit <= 5.0000001 ? 5 : 10) * power;
}

/// The round step for `wanted` ticks, smaller where too few would show: one number alone is no scale, and two say
/// little of the way between them.
double enoughStep(double low, double high, int wanted, double closest) {
    double step = niceStep((high - low) / std::max(1, wanted));
    const double fewest = std::clamp(wanted, 2, kFewestLabels);
    const auto shown = [&] { return std::floor(high / step + 1e-9) - std::ceil(low / step - 1e-9) + 1; };
    for (int finer = 0; finer < 3 && shown() < fewest && niceStep(step * 0.4) >= closest; ++finer)
        step = niceStep(step * 0.4);
    return step < closest ? niceStep(closest) : step;
}

QString tickText(double value, double step) {
    if (std::abs(value) < step * 1e-6) return QStringLiteral("0");
    const double magnitude = std::abs(value);
    if (magnitude >= 1e7 || step < 1e-5)
        return formatNumber(value, std::clamp(static_cast<int>(std::floor(std::log10(magnitude / step) + 1.5)), 1, 8));
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
    return formatNumber(value, std::max(1, static_cast<int>(std::floor(std::log10(magnitude) + 1e-9)) + 1 + decimals));
}

/// "0.001", "100", "1e-6": powers of ten and their small multiples without trailing zeros.
QString logText(double value, int digits = 1) {
    if (value >= 1e-3 && value < 1e7) {
        const int exponent = static_cast<int>(std::floor(std::log10(value) + 1e-9));
        return formatNumber(value, std::max(digits, exponent + 1));
    }
    return formatNumber(value, digits);
}

}  // namespace

double ChartScale::share(double v) const {
    if (!logarithmic) return (v - low) / (high - low);
    if (!(v > 0)) return std::numeric_limits<double>::quiet_NaN();
    return std::log(v / low) / std::log(high / low);
}

double ChartScale::value(double share) const {
    return logarithmic ? low * std::pow(high / low, share) : low + (high - low) * share;
}

ChartScale ChartScale::zoomed(double about, double factor) const {
    return {value(about - about * factor), value(about + (1 - about) * factor), logarithmic};
}

ChartScale ChartScale::moved(double by) const { return {value(by), value(1 + by), logarithmic}; }

double ChartScale::zoomOut(double factor, const ChartScale& all) const {
    const double length = all.share(high) - all.share(low);
    return length > 0 ? std::clamp(kWidestView / length, 1.0, factor) : factor;
}

ChartScale ChartScale::near(const ChartScale& all) const {
    const double from = all.share(low), to = all.share(high), kept = kKeptInSight * std::min(1.0, to - from);
    const double by = to < kept ? kept - to : from > 1 - kept ? 1 - kept - from : 0;
    return by == 0 || !std::isfinite(by) ? *this : ChartScale{all.value(from + by), all.value(to + by), logarithmic};
}

std::vector<ChartTick> linearTicks(double low, double high, int wanted, double closest) {
    std::vector<ChartTick> ticks;
    if (!(high > low) || !std::isfinite(high - low)) return ticks;
    const double step = enoughStep(low, high, wanted, closest);
    const double first = std::ceil(low / step - 1e-9);
    // Beside huge numbers a step may be too small to change them.
    if (!std::isfinite(first) || std::abs(first) > 1e15) return ticks;
    for (double k = first; k * step <= high + step * 1e-9 && ticks.size() < 100; ++k)
        ticks.push_back({k * step, tickText(k * step, step)});
    return ticks;
}

double closestCounted(double low, double high) { return std::floor(high + 1e-9) >= std::ceil(low - 1e-9) ? 1 : 0; }

std::vector<ChartTick> logTicks(double low, double high, int wanted, double closest) {
    std::vector<ChartTick> ticks;
    if (!(low > 0) || !(high > low) || !std::isfinite(high)) return ticks;
    const double decades = std::log10(high / low);
    if (decades < 1) {
        int labels = 0;
        for (double power = std::pow(10, std::floor(std::log10(low) + 1e-9)); power <= high; power *= 10)
            for (const double digit : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0}) {
                const double value = power * digit;
                const bool isCounted = closest <= 0 || value == std::round(value);
                if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9) || !isCounted) continue;
                const bool isLabelled = digit < 6 || digit == 7;
                ticks.push_back({value, isLabelled ? logText(value, digit == 1.5 ? 2 : 1) : QString()});
                labels += isLabelled ? 1 : 0;
            }
        return labels >= kFewestLabels ? ticks : linearTicks(low, high, wanted, closest);
    }
    const int from = static_cast<int>(std::floor(std::log10(low) + 1e-9)),
              to = static_cast<int>(std::ceil(std::log10(high) - 1e-9));
    int every = std::max(1, static_cast<int>(std::ceil(decades / std::max(1, wanted))));
    const auto labelledDecades = [&] {
        int count = 0;
        for (int exponent = from; exponent <= to; ++exponent) {
            const double power = std::pow(10.0, exponent);
            if (exponent % every == 0 && power >= low * (1 - 1e-9) && power <= high * (1 + 1e-9)) ++count;
        }
        return count;
    };
    // One number alone is no scale.
    while (every > 1 && labelledDecades() < std::clamp(wanted, 2, kFewestLabels)) --every;
    // 1, 2, 5 where they do not crowd.
    const bool small = decades < 3 && every == 1 && (3 * decades <= 2.2 * wanted || labelledDecades() < 2);
    int labels = 0;
    for (int exponent = from; exponent <= to; ++exponent) {
        const double power = std::pow(10.0, exponent);
        for (int digit = 1; digit <= (every == 1 ? 9 : 1); ++digit) {
            const double value = power * digit;
            if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
            const bool labelled = digit == 1 ? exponent % every == 0 : small && (digit == 2 || digit == 5);
            ticks.push_back({value, labelled ? logText(value) : QString()});
            labels += labelled ? 1 : 0;
        }
    }
    // Less than a decade may hold one of 1, 2, 5 only: even steps say more.
    if (labels >= kFewestLabels || decades > 1.5) return ticks;
    return linearTicks(low, high, std::max(wanted, kFewestLabels), closest);
}

ChartScale niceScale(double low, double high, bool logarithmic, bool fromZero) {
    if (!(low <= high) || !std::isfinite(low) || !std::isfinite(high))
        return logarithmic ? ChartScale{0.1, 1, true} : ChartScale{0, 1, false};
    if (logarithmic) {
        if (!(low > 0)) low = high > 0 ? high / 10 : 0.1;
        if (!(high > 0)) high = 1;
        const double air = std::pow(high / low, 0.05);
        low /= air, high *= air;
        // At least half a decade, so that there are labels.
        if (high / low < 3) {
            const double middle = std::sqrt(low * high);
            low = middle / 1.8, high = middle * 1.8;
        }
        return {low, high, true};
    }
    if (fromZero && low > 0) low = 0;
    if (fromZero && high < 0) high = 0;
    if (low == high) {
        const double half = low == 0 ? 1 : std::abs(low) * 0.1;
        low -= half, high += half;
    }
    const double air = (high - low) * 0.04, step = niceStep((high - low) / 10);
    const double from = fromZero && low == 0 ? 0 : std::floor((low - air) / step) * step;
    const double to = fromZero && high == 0 ? 0 : std::ceil((high + air) / step) * step;
    return {from, to > from ? to : from + std::max(1e-300, std::abs(from) * 1e-12), false};
}

ChartScale steadyScale(const ChartScale& now, double low, double high, bool logarithmic, bool fromZero) {
    const ChartScale wanted = niceScale(low, high, logarithmic, fromZero);
    if (now.logarithmic != logarithmic || !(now.high > now.low)) return wanted;
    const double least = now.share(low), most = now.share(high);
    const double filled = fromZero && !logarithmic ? std::max(std::abs(most), std::abs(least)) : most - least;
    if (fromZero && !logarithmic && now.low != 0 && now.high != 0 && !(low < 0 && high > 0)) return wanted;
    const bool holds = least >= -1e-9 && most <= 1 + 1e-9 && filled >= 0.6;
    return holds ? now : wanted;
}

double grownEnd(double now, double low, double x) {
    if (x <= now && now - low <= (x - low) * 2.2) return now;
    const double length = (x - low) * 1.15;
    if (!(length > 0)) return low + 1;
    const double step = niceStep(length / 40);
    return low + std::ceil(length / step) * step;
}

}  // namespace gatelab
