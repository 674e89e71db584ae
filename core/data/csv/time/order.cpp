// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/time/order.h"

#include "data/csv/columns/evidence.h"
#include "data/csv/time/row_times.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace gatelab {
namespace {

/// Months and quarters differ by up to a tenth and are even. Divided, as eight times the distance may be too large.
bool isNear(std::int64_t distance, std::int64_t usual) { return std::abs(std::abs(distance) - usual) <= usual / 8; }

/// Numbers that are times from 1990 to 2100.
struct CountedRange {
    double low, high, micros;  ///< of one count
    bool areDays, areFew;      ///< so few that numbers of another kind lie there as well
};
constexpr double kDayMicros = 86'400e6;
constexpr CountedRange kCounted[] = {{kEpochLow, kEpochHigh, 1e6, false, false},
                                     {kEpochLow * 1e3, kEpochHigh * 1e3, 1e3, false, false},
                                     {kEpochLow * 1e6, kEpochHigh * 1e6, 1, false, false},
                                     {kEpochLow * 1e9, kEpochHigh * 1e9, 1e-3, false, false},
                                     {726'834, 767'011, kDayMicros, true, false},
                                     {2'447'892, 2'488'070, kDayMicros, true, false},
                                     {32'874, 73'051, kDayMicros, true, true}};

constexpr std::int64_t kSecond = 1'000'000, kMinute = 60 * kSecond;

/// Whole minutes, parts of one, or less than a second.
bool isStepOfClocks(std::int64_t micros) {
    return micros < kSecond || micros % kMinute == 0 || (micros % kSecond == 0 && kMinute % micros == 0);
}

/// Weeks, months, quarters and years; of parts of a day those of clocks, whose last digits are noise.
bool isStepOfCalendars(std::int64_t micros) {
    constexpr std::int64_t kHundredth = kSecond / 100;
    const double days = static_cast<double>(micros) / kDayMicros;
    if (days < 1) return isStepOfClocks((micros + kHundredth / 2) / kHundredth * kHundredth);
    const double whole = std::round(days);
    return days == whole && (whole == 7 || whole == 14 || (whole >= 28 && whole <= 31) ||
                             (whole >= 90 && whole <= 92) || whole == 365 || whole == 366);
}

/// Where numbers may be counted from, and by what.
struct Epoch {
    double micros, origin;  ///< of one count; of 0, since 1970
};
constexpr Epoch kEpochs[] = {{1e6, 0},
                             {1e3, 0},
                             {1, 0},
                             {1e-3, 0},
                             {60e6, 0},
                             {3600e6, 0},
                             {kDayMicros, 0},
                             {1e6, -2'082'844'800e6},
                             {0.1, -62'135'596'800e6},
                             {kDayMicros, -25'569 * kDayMicros},
                             {kDayMicros / 1e6, -25'569 * kDayMicros},
                             {kDayMicros, -24'107 * kDayMicros},
                             {kDayMicros, -719'529 * kDayMicros},
                             {kDayMicros, -719'163 * kDayMicros},
                             {kDayMicros, -2'440'587.5 * kDayMicros},
                             {kDayMicros, -40'587 * kDayMicros}};

}  // namespace

namespace {

constexpr std::size_t kMaxSteps = 100'000;

std::int64_t medianOf(std::vector<std::int64_t>& distances) {
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return *middle;
}

}  // namespace

std::int64_t usualDistance(const std::vector<std::int64_t>& times) {
    std::vector<std::int64_t> distances;
    std::int64_t last = kNoTime;
    for (const std::int64_t time : times) {
        if (time == kNoTime) continue;
        if (last != kNoTime && time != last) distances.push_back(std::abs(time - last));
        if (distances.size() == kMaxSteps) break;
        last = time;
    }
    return distances.empty() ? 0 : medianOf(distances);
}

TimeOrder orderOf(const std::vector<std::int64_t>& times) {
    TimeOrder order;
    std::vector<std::int64_t> distances;
    std::int64_t last = kNoTime;
    for (const std::int64_t time : times) {
        if (time == kNoTime) continue;
        if (order.rows++ > 0) {
            const std::int64_t step = time - last;
            (step > 0 ? order.rises : step < 0 ? order.falls : order.repeats) += 1;
            if (step != 0 && distances.size() < kMaxSteps) distances.push_back(std::abs(step));
        }
        last = time;
    }
    if (distances.empty()) return order;
    order.usual = medianOf(distances);
    const auto near = std::ranges::count_if(distances, [&](std::int64_t step) { return isNear(step, order.usual); });
    const auto all = static_cast<double>(order.rises + order.falls + order.repeats);
    order.even = static_cast<double>(near) / static_cast<double>(distances.size()) *
                 static_cast<double>(std::max(order.rises, order.falls)) / all;
    return order;
}

StampShape stampShapeOf(std::span<const double> values) {
    constexpr double kEven = 0.8;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const double value : values) {
        if (!std::isfinite(value) || (low <= value && value <= high)) continue;
        low = std::min(low, value), high = std::max(high, value);
        // Most columns are none by their first value.
        if (std::ranges::none_of(kCounted, [&](const CountedRange& of) { return low >= of.low && high <= of.high; }))
            return StampShape::None;
    }
    const auto range =
        std::ranges::find_if(kCounted, [&](const auto& one) { return low >= one.low && high <= one.high; });
    if (range == std::end(kCounted)) return StampShape::None;
    std::vector<std::int64_t> times;
    times.reserve(values.size());
    for (const double value : values)
        times.push_back(std::isfinite(value) ? std::llround((value - low) * range->micros) : kNoTime);
    const TimeOrder order = orderOf(times);
    if (order.rows < 3 || !order.isOneWay() || order.repeats * 2 >= order.rows) return StampShape::None;
    const bool isEven = order.isOrdered() && order.even >= kEven;
    const double counts = static_cast<double>(order.usual) / range->micros;
    const bool isOfRows = std::abs(counts - 1) < 1e-6;
    if (!isEven) return range->areDays ? StampShape::None : StampShape::Rising;
    if (isOfRows) return StampShape::Possible;
    // A number that is given out in steps of 7 is no clock of seconds, and one in steps of 5 none of days.
    if (!(range->areDays ? isStepOfCalendars(order.usual) : isStepOfClocks(order.usual))) return StampShape::Rising;
    if (range->areDays) {
        const bool areWhole = std::abs(counts - std::round(counts)) < 1e-6;
        return range->areFew && areWhole ? StampShape::Possible : StampShape::Sure;
    }
    if (range->micros < 1e6) return StampShape::Sure;
    // Seconds: counters go by 2, 5, 10 and 60, too, but hardly from a whole minute on, and few begin between 2004 and
    // 2040.
    constexpr double kFirst = 1'100'000'000, kLast = 2'208'988'800;
    const bool isFromMinute = order.usual % kMinute == 0 && std::fmod(low, 60) == 0;
    return isFromMinute || (low >= kFirst && high <= kLast) ? StampShape::Sure : StampShape::Possible;
}

bool repeatsTimes(std::span<const double> values, const std::vector<std::int64_t>& times, std::int64_t usual) {
    constexpr double kHour = 3600e6, kFarthestZone = 15 * kHour;
    constexpr std::int64_t kFewest = 3;
    const double half = std::max(1.0, static_cast<double>(usual) / 2);
    // Of a recording of some minutes from 0 on, every small number lies near the time: an hour would tell nothing.
    constexpr double kShareOfSpan = 0.125;
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = std::numeric_limits<std::int64_t>::min();
    for (const std::int64_t time : times)
        if (time != kNoTime) first = std::min(first, time), last = std::max(last, time);
    if (first >= last) return false;
    const double span = static_cast<double>(last) - static_cast<double>(first);
    const double apartMost = std::min(kHour, span * kShareOfSpan) + half;
    return std::ranges::any_of(kEpochs, [&](const Epoch& epoch) {
        double low = std::numeric_limits<double>::infinity(), high = -low;
        std::int64_t rows = 0;
        for (std::size_t r = 0; r < std::min(values.size(), times.size()); ++r) {
            if (!std::isfinite(values[r]) || times[r] == kNoTime) continue;
            const double apart = values[r] * epoch.micros + epoch.origin - static_cast<double>(times[r]);
            low = std::min(low, apart), high = std::max(high, apart), ++rows;
            // Clocks of one place differ by an hour over the year, those of two places by half a day.
            if (low < -kFarthestZone - half || high > kFarthestZone + half || high - low > apartMost) return false;
        }
        return rows >= kFewest && usual > 0;
    });
}

Phrase sayRisesAsStamps(const std::string& column) {
    return {GATELAB_TEXT("Reading",
                         "column '%1' rises as stamps do and was read as numbers, for nothing else says that it is a "
                         "time. Where it is one, choose it as the time column or leave it out of the inputs"),
            {column}};
}

double evenAtBorders(const std::vector<std::int64_t>& coarse, const std::vector<std::int64_t>& fine,
                     std::int64_t usual) {
    std::int64_t borders = 0, even = 0;
    for (std::size_t r = 1; r < std::min(coarse.size(), fine.size()); ++r) {
        if (coarse[r] == coarse[r - 1] || coarse[r] == kNoTime || coarse[r - 1] == kNoTime) continue;
        ++borders;
        even += fine[r] != kNoTime && fine[r - 1] != kNoTime && isNear(fine[r] - fine[r - 1], usual) ? 1 : 0;
    }
    return borders == 0 ? 1 : static_cast<double>(even) / static_cast<double>(borders);
}

}  // namespace gatelab
