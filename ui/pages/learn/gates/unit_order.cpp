// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/gates/unit_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gatelab {

namespace {

constexpr std::int64_t kMaxSteps = 256;  // looked at for likeness; more say no more of an order

/// [unit][step], centred and of length 1; a unit that never changes is all 0.
std::vector<std::vector<float>> unitCourses(const GateTrack& track) {
    const std::int64_t steps = track.units > 0 ? static_cast<std::int64_t>(track.values.size()) / track.units : 0;
    const std::int64_t stride = std::max<std::int64_t>(1, (steps + kMaxSteps - 1) / kMaxSteps);
    std::vector<std::vector<float>> courses(static_cast<std::size_t>(track.units));
    for (std::int64_t t = 0; t < steps; t += stride)
        for (std::int64_t u = 0; u < track.units; ++u) courses[static_cast<std::size_t>(u)].push_back(track.at(t, u));
    for (std::vector<float>& course : courses) {
        const float mean = std::accumulate(course.begin(), course.end(), 0.0F) /
                           static_cast<float>(std::max<std::size_t>(1, course.size()));
        float square = 0;
        for (float& value : course) value -= mean, square += value * value;
        const float length = std::sqrt(square);
        for (float& value : course) value = length > 1e-6F ? value / length : 0;
    }
    return courses;
}

float likeness(const std::vector<float>& a, const std::vector<float>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0F);
}

/// The units by a figure, largest first.
std::vector<int> byFigure(const std::vector<double>& figures) {
    std::vector<int> order(figures.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](int a, int b) {
        return figures[static_cast<std::size_t>(a)] > figures[static_cast<std::size_t>(b)];
    });
    return order;
}

/// Of each unit, over time: f(sum over its values of what `add` makes of each).
template <class Add>
std::vector<double> perUnit(const GateTrack& track, Add add) {
    std::vector<double> sums(static_cast<std::size_t>(track.units), 0.0);
    for (std::size_t i = 0; i < track.values.size(); ++i)
        sums[i % sums.size()] += add(track.values[i], i / sums.size());
    return sums;
}

std::vector<double> activity(const GateTrack& track) {
    const double steps =
        static_cast<double>(track.values.size()) / static_cast<double>(std::max<std::int64_t>(1, track.units));
    const std::vector<double> sums =
        perUnit(track, [](float value, std::size_t) { return static_cast<double>(value); });
    std::vector<double> squares =
        perUnit(track, [](float value, std::size_t) { return static_cast<double>(value) * value; });
    for (std::size_t u = 0; u < squares.size(); ++u)
        squares[u] = squares[u] / steps - sums[u] * sums[u] / (steps * steps);
    return squares;
}

std::vector<int> chain(const GateTrack& track) {
    const std::vector<std::vector<float>> courses = unitCourses(track);
    std::vector<int> left = byFigure(activity(track)), order;
    while (!left.empty()) {
        auto next = left.begin();
        if (!order.empty()) {
            const std::vector<float>& last = courses[static_cast<std::size_t>(order.back())];
            float best = -2;
            for (auto it = left.begin(); it != left.end(); ++it)
                if (const float like = likeness(last, courses[static_cast<std::size_t>(*it)]); like > best)
                    best = like, next = it;
        }
        order.push_back(*next);
        left.erase(next);
    }
    return order;
}

std::vector<double> withColumn(const GateTrack& track, const std::vector<double>& column) {
    const double mean = std::accumulate(column.begin(), column.end(), 0.0) /
                        static_cast<double>(std::max<std::size_t>(1, column.size()));
    std::vector<double> product = perUnit(
        track, [&](float value, std::size_t step) { return step < column.size() ? value * (column[step] - mean) : 0; });
    const std::vector<double> spread = activity(track);
    for (std::size_t u = 0; u < product.size(); ++u)
        product[u] = spread[u] > 1e-12 ? product[u] / std::sqrt(spread[u]) : 0;
    return product;
}

bool isGate(const std::string& key) { return key == "i" || key == "f" || key == "o" || key == "r" || key == "z"; }

}  // namespace

std::vector<int> unitOrder(const GateTrack& track, UnitSort sort, const std::vector<double>& column) {
    switch (sort) {
        case UnitSort::Activity:
            return byFigure(activity(track));
        case UnitSort::Saturation: {
            const TrackRange range = trackRange(track);
            const double edge = 0.05 * (range.high - range.low) / (range.diverging() ? 2 : 1);
            return byFigure(perUnit(track, [&](float value, std::size_t) {
                return value < range.low + edge || value > range.high - edge ? 1.0 : 0.0;
            }));
        }
        case UnitSort::Similarity:
            return chain(track);
        case UnitSort::WithInput:
            return byFigure(withColumn(track, column));
        case UnitSort::Number:
            break;
    }
    std::vector<int> order(static_cast<std::size_t>(track.units));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

TrackRange trackRange(const GateTrack& track) {
    if (isGate(track.key)) return {0, 1};
    double most = 0;
    for (const float value : track.values)
        if (std::isfinite(value)) most = std::max(most, std::abs(static_cast<double>(value)));
    if (track.key == "c" || most > 1) return {-std::max(most, 1e-3), std::max(most, 1e-3)};
    return {-1, 1};
}

TrackRange colourRange(const GateTrack& track) {
    const TrackRange whole = trackRange(track);
    const bool isMeasured = track.key == "c" || whole.high > 1;  // else its activation function gives the ends
    if (!isMeasured || track.units == 0) return whole;
    std::vector<double> most(static_cast<std::size_t>(track.units), 0);
    for (std::size_t i = 0; i < track.values.size(); ++i)
        if (std::isfinite(track.values[i])) {
            double& one = most[i % most.size()];
            one = std::max(one, std::abs(static_cast<double>(track.values[i])));
        }
    const auto middle = most.begin() + static_cast<std::ptrdiff_t>(most.size() / 2);
    std::ranges::nth_element(most, middle);
    const double end = std::clamp(2 * *middle, 1e-3, whole.high);
    return {-end, end};
}

}  // namespace gatelab
