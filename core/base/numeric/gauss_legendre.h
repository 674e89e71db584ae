// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace gatelab {

/// Nodes in (0, 1), ascending, and weights that sum to 1: the integral of f over [0, 1] is sum weight f(node), exact
/// for polynomials up to degree 2 n - 1.
struct Quadrature {
    std::vector<double> nodes, weights;
};
/// Gauss-Legendre; count from 1 on.
Quadrature gaussLegendre(int count);

}  // namespace gatelab
