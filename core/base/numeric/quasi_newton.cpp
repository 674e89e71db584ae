// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/numeric/quasi_newton.h"

#include <cmath>

namespace gatelab {

LeastPoint leastByBfgs(const std::function<double(std::span<const double>)>& f, std::vector<double> start,
                       double tolerance, int most) {
    constexpr double kNudge = 1e-4, kEnough = 1e-4;
    const std::size_t n = start.size();
    LeastPoint best{std::move(start)};
    const auto at = [&](const std::vector<double>& point) {
        ++best.evaluations;
        const double value = f(point);
        return std::isnan(value) ? INFINITY : value;
    };
    const auto gradientAt = [&](std::vector<double> point) {
        std::vector<double> gradient(n);
        for (std::size_t i = 0; i < n; ++i) {
            const double here = point[i];
            point[i] = here + kNudge;
            const double above = at(point);
            point[i] = here - kNudge;
            gradient[i] = (above - at(point)) / (2 * kNudge);
            point[i] = here;
        }
        return gradient;
    };
    best.value = at(best.at);
    if (n == 0 || !std::isfinite(best.value)) return best;
    std::vector<double> inverse(n * n, 0.0), gradient = gradientAt(best.at), direction(n);
    const auto restart = [&] {
        inverse.assign(n * n, 0.0);
        for (std::size_t i = 0; i < n; ++i) inverse[i * n + i] = 1;
    };
    restart();
    bool isFresh = true;
    for (int step = 0; step < most; ++step) {
        double slope = 0;
        for (std::size_t i = 0; i < n; ++i) {
            direction[i] = 0;
            for (std::size_t j = 0; j < n; ++j) direction[i] -= inverse[i * n + j] * gradient[j];
            slope += direction[i] * gradient[i];
        }
        double by = 1, value = INFINITY;
        std::vector<double> point(n);
        while (slope < 0 && by > 1e-10) {
            for (std::size_t i = 0; i < n; ++i) point[i] = best.at[i] + by * direction[i];
            value = at(point);
            if (value <= best.value + kEnough * by * slope) break;
            by *= 0.2;
        }
        if (!(slope < 0) || !(value < best.value)) {
            if (isFresh) break;
            restart(), isFresh = true;
            continue;
        }
        const double gained = best.value - value;
        std::vector<double> next = gradientAt(point), s(n), y(n), hy(n, 0.0);
        double sy = 0, yhy = 0;
        for (std::size_t i = 0; i < n; ++i)
            s[i] = point[i] - best.at[i], y[i] = next[i] - gradient[i], sy += s[i] * y[i];
        best.at = std::move(point), best.value = value, gradient = std::move(next);
        if (sy > 1e-14) {
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) hy[i] += inverse[i * n + j] * y[j];
            for (std::size_t i = 0; i < n; ++i) yhy += y[i] * hy[i];
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j)
                    inverse[i * n + j] += (1 + yhy / sy) * s[i] * s[j] / sy - (hy[i] * s[j] + s[i] * hy[j]) / sy;
            isFresh = false;
        } else {
            restart(), isFresh = true;
        }
        if (gained <= tolerance * (std::abs(best.value) + tolerance)) break;
    }
    return best;
}

}  // namespace gatelab
