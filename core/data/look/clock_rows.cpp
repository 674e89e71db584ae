// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/look/clock_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gatelab {
namespace {

constexpr double kOffStep = 0.25;          // of a step
constexpr std::int64_t kFewestOnStep = 9;  // of ten rows

/// Months, quarters and years are of unequal length: what they are in the mean, so that long gaps are counted right.
double meanStep(std::int64_t step) {
    constexpr double kDay = 86'400e6, kYear = 365.2425 * kDay;
    const double days = static_cast<double>(step) / kDay;
    if (days >= 28 && days <= 31) return kYear / 12;
    if (days >= 89 && days <= 92) return kYear / 4;
    return days >= 365 && days <= 366 ? kYear : static_cast<double>(step);
}

}  // namespace

ClockRows::ClockRows(const TimeAxis& time, RowRange rows) : rows_(rows) {
    if (!time.known() || time.stepMicros <= 0 || rows.size() < 2) return;
    const double step = meanStep(time.stepMicros);
    std::vector<std::int64_t> places{0};
    places.reserve(static_cast<std::size_t>(rows.size()));
    std::int64_t onStep = 0;
    for (std::int64_t row = rows.begin + 1; row < rows.end; ++row) {
        const std::int64_t distance =
            time.values[static_cast<std::size_t>(row)] - time.values[static_cast<std::size_t>(row - 1)];
        if (distance < 0) return;
        // From row to row, not from the first: clocks that go a little wrong lose no place.
        const double steps = static_cast<double>(distance) / step, whole = std::round(steps);
        if (places.back() + 1 > kMostPlaces * rows.size() || whole > static_cast<double>(kMostPlaces * rows.size()))
            return;
        onStep += std::abs(steps - whole) <= kOffStep ? 1 : 0;
        places.push_back(places.back() + static_cast<std::int64_t>(whole));
    }
    if (places.back() + 1 > kMostPlaces * rows.size() || onStep * 10 < kFewestOnStep * (rows.size() - 1)) return;
    isByClock_ = true;
    if (places.back() + 1 != rows.size() || std::ranges::adjacent_find(places) != places.end())
        places_ = std::move(places);
}

std::int64_t ClockRows::absent() const {
    std::int64_t absent = 0;
    for (std::size_t i = 1; i < places_.size(); ++i)
        absent += std::max<std::int64_t>(0, places_[i] - places_[i - 1] - 1);
    return absent;
}

std::vector<double> ClockRows::of(std::span<const double> values) const {
    const auto these = values.subspan(static_cast<std::size_t>(rows_.begin), static_cast<std::size_t>(rows_.size()));
    if (places_.empty()) return {these.begin(), these.end()};
    std::vector<double> found(static_cast<std::size_t>(places()), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = these.size(); i-- > 0;) found[static_cast<std::size_t>(places_[i])] = these[i];
    return found;
}

}  // namespace gatelab
