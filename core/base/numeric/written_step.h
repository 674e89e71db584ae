// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace gatelab {

/// How far apart neighbouring numbers are as these were written: 0.01 of 12.25 and 3.1, 1 of whole numbers, what
/// float32 tells apart at their size where all are such numbers. 0: they have all digits of a double, or none is
/// finite. Looks at a thousand of them.
double writtenStep(std::span<const double> values);

}  // namespace gatelab
