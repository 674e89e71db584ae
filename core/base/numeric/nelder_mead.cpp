// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/numeric/nelder_mead.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gatelab {

namespace {

constexpr double kStep = 0.1, kStepOfZero = 0.1;

struct Vertex {
    std::vector<double> at;
    double value = 0;
};

/// a + by (b - a)
std::vector<double> along(const std::vector<double>& a, const std::vector<double>& b, double by) {
    std::vector<double> point(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) point[i] = a[i] + by * (b[i] - a[i]);
    return point;
}

}  // namespace

LeastPoint leastByNelderMead(const std::function<double(std::span<const double>)>& f, std::vector<double> start,
                             double tolerance, int most) {
    int count = 0;
    const auto at = [&](std::vector<double> point) {
        ++count;
        const double value = f(point);
        return Vertex{std::move(point), std::isnan(value) ? INFINITY : value};
    };
    std::vector<Vertex> simplex{at(start)};
    for (std::size_t i = 0; i < start.size(); ++i) {
        std::vector<double> point = start;
        point[i] += point[i] != 0 ? kStep * point[i] : kStepOfZero;
        simplex.push_back(at(std::move(point)));
    }
    const auto sort = [&] { std::ranges::stable_sort(simplex, {}, &Vertex::value); };
    sort();
    while (count < most) {
        const double least = simplex.front().value, largest = simplex.back().value;
        if (std::isfinite(largest) && largest - least <= tolerance * (std::abs(least) + tolerance)) break;
        std::vector<double> centre(start.size(), 0.0);
        for (std::size_t v = 0; v + 1 < simplex.size(); ++v)
            for (std::size_t i = 0; i < centre.size(); ++i)
                centre[i] += simplex[v].at[i] / static_cast<double>(start.size());
        const std::vector<double> worst = simplex.back().at;
        Vertex reflected = at(along(worst, centre, 2));
        const double second = simplex[simplex.size() - 2].value;
        if (reflected.value < least) {
            Vertex further = at(along(worst, centre, 3));
            simplex.back() = further.value < reflected.value ? std::move(further) : std::move(reflected);
        } else if (reflected.value < second) {
            simplex.back() = std::move(reflected);
        } else {
            const bool isOutside = reflected.value < largest;
            Vertex nearer = at(along(worst, centre, isOutside ? 1.5 : 0.5));
            if (nearer.value < std::min(reflected.value, largest))
                simplex.back() = std::move(nearer);
            else
                for (std::size_t v = 1; v < simplex.size(); ++v)
                    simplex[v] = at(along(simplex.front().at, simplex[v].at, 0.5));
        }
        sort();
    }
    return {simplex.front().at, simplex.front().value, count};
}

}  // namespace gatelab
