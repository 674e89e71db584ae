// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace gatelab {

/// Mean of the finite values; NaN when there is none.
double meanOf(std::span<const double> values);

}  // namespace gatelab
