// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gatelab {

/// Two-sided p value of Student's t with `freedom` > 0 degrees of freedom: the regularised incomplete beta function
/// I_{v/(v+t²)}(v/2, 1/2) by Lentz's continued fraction (DLMF 8.17.22). Relative error below 1e-10. Infinite t gives 0,
/// NaN gives NaN.
double studentTwoSided(double t, double freedom);
/// The t with studentTwoSided(t, freedom) = p, 0 < p < 1.
double studentCritical(double p, double freedom);

}  // namespace gatelab
