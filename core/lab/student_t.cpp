// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/student_t.h"

#include <cmath>

namespace gatelab {
namespace {

/// Continued fraction of the incomplete beta function, modified Lentz; converges fast for x < (a + 1) / (a + b + 2).
double betaFraction(double a, double b, double x) {
    constexpr double kTiny = 1e-300;
    const auto away = [](double v) { return std::abs(v) < kTiny ? kTiny : v; };
    double c = 1, d = 1 / away(1 - (a + b) * x / (a + 1)), h = d;
    for (int m = 1; m < 500; ++m) {
        const double m2 = 2.0 * m;
        const double even = m * (b - m) * x / ((a + m2 - 1) * (a + m2));
        d = 1 / away(1 + even * d);
        c = away(1 + even / c);
        h *= d * c;
        const double odd = -(a + m) * (a + b + m) * x / ((a + m2) * (a + m2 + 1));
        d = 1 / away(1 + odd * d);
        c = away(1 + odd / c);
        h *= d * c;
        if (std::abs(d * c - 1) < 1e-15) break;
    }
    return h;
}

double incompleteBeta(double a, double b, double x) {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    const double front =
        std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
    if (x < (a + 1) / (a + b + 2)) return front * betaFraction(a, b, x) / a;
    return 1 - front * betaFraction(b, a, 1 - x) / b;
}

}  // namespace

double studentTwoSided(double t, double freedom) {
    if (std::isnan(t)) return t;
    if (std::isinf(t)) return 0;
    return incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

double studentCritical(double p, double freedom) {
    double low = 0, high = 1;
    while (studentTwoSided(high, freedom) > p) high *= 2;
    for (int i = 0; i < 200 && high - low > 1e-13 * high; ++i) {
        const double middle = (low + high) / 2;
        (studentTwoSided(middle, freedom) > p ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace gatelab
