// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace gatelab {

/// What a search for the least value of a function came to.
struct LeastPoint {
    std::vector<double> at;
    double value = 0;
    int evaluations = 0;
};

/// Nelder and Mead 1965 with the usual 1, 2, 1/2, 1/2. `f` may be infinite: that point is left out. Ends when all
/// values of the simplex are within `tolerance` in parts of the least, or after `most` evaluations. The same start has
/// the same path.
LeastPoint leastByNelderMead(const std::function<double(std::span<const double>)>& f, std::vector<double> start,
                             double tolerance, int most);

}  // namespace gatelab
