// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/numeric/nelder_mead.h"

namespace gatelab {

/// BFGS (Nocedal and Wright 2006, 6.1) with central differences and a backtracking line search, for few and smooth
/// arguments of size 1. Ends when a step gains less than `tolerance` in parts of the value, or after `most` steps.
LeastPoint leastByBfgs(const std::function<double(std::span<const double>)>& f, std::vector<double> start,
                       double tolerance, int most);

}  // namespace gatelab
