// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gatelab {

/// Coefficients of (1 - sum a z^i)(1 - sum b z^(period i)) as 1 - sum, or of (1 + ...)(1 + ...) as 1 + sum.
std::vector<double> multipliedAr(std::span<const double> ar, std::span<const double> seasonal, std::int64_t period);
std::vector<double> multipliedMa(std::span<const double> ma, std::span<const double> seasonal, std::int64_t period);

/// What a Kalman filter says of values with mean 0.
struct ArmaScore {
    double squares = 0;  ///< sum v^2 / F
    double logs = 0;     ///< sum log F
};
/// Exact, from the stationary distribution on; the coefficients must be stationary. Not finite: they are not.
ArmaScore filterArma(std::span<const double> values, std::span<const double> ar, std::span<const double> ma);
/// Sum of squared errors from row `ar.size()` on, with errors of 0 before, and how many there are.
double conditionalSquares(std::span<const double> values, std::span<const double> ar, std::span<const double> ma);

/// Any numbers as coefficients of a stationary polynomial, by partial autocorrelations tanh(x) (Monahan 1984).
std::vector<double> stationary(std::span<const double> free);
/// The least modulus of a root of 1 - sum a z^i; infinite without one.
double leastRoot(std::span<const double> coefficients);

}  // namespace gatelab
