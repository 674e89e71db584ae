// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gatelab {

// FFTW behind two functions, both O(n log n) for any n. Any thread; only its planner is shared, and locked.

/// Sum over t of a[t] * b[t + k], for k = 0 to lags; no wrapping around. Of equal length, no NaN.
std::vector<double> laggedProducts(std::span<const double> a, std::span<const double> b, std::size_t lags);

/// |sum over t of x[t] e^(-2 pi i j t / n)|^2 for j = 0 to n / 2. No NaN.
std::vector<double> squaredSpectrum(std::span<const double> values);

}  // namespace gatelab
