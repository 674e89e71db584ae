// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/numeric/gauss_legendre.h"

#include <cmath>
#include <numbers>

namespace gatelab {

Quadrature gaussLegendre(int count) {
    Quadrature rule;
    const double n = count;
    for (int i = count - 1; i >= 0; --i) {
        // Newton's method on the Legendre polynomial, from the usual start (Abramowitz and Stegun 25.4.29)
        double x = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 1;
        for (int round = 0; round < 100; ++round) {
            double before = 1, value = x;
            for (int k = 2; k <= count; ++k) {
                const double next = ((2.0 * k - 1) * x * value - (k - 1.0) * before) / k;
                before = value, value = next;
            }
            slope = count == 1 ? 1 : n * (x * value - before) / (x * x - 1);
            const double by = value / slope;
            x -= by;
            if (std::abs(by) < 1e-16) break;
        }
        rule.nodes.push_back((1 + x) / 2);
        rule.weights.push_back(count == 1 ? 1 : 1 / ((1 - x * x) * slope * slope));
    }
    return rule;
}

}  // namespace gatelab
