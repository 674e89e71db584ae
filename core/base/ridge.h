// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace gatelab {

/// A linear forecast: answer j of columns x is bias[j] + sum over i of x[i] weights[i][j].
struct LinearMap {
    std::vector<double> weights;  ///< [columns][answers]
    std::vector<double> bias;     ///< [answers]
    [[nodiscard]] double answer(std::span<const double> x, std::size_t number) const;
};

/// Equations of a ridge regression with an intercept (Hoerl and Kennard 1970), gathered from one example after another.
/// They stand about the means, so the penalty does not hold the intercept back; and it is a share of each column's own
/// sum of squares, so the forecast is the same in any unit and from any zero of the data.
class Ridge {
public:
    Ridge(std::size_t columns, std::size_t answers);
    void add(std::span<const double> x, std::span<const double> y);
    /// With a penalty of `strength` times its sum of squares on every column; a column that never changes has no
    /// weight. None before the first example, or where values are not finite.
    [[nodiscard]] std::optional<LinearMap> solve(double strength) const;

private:
    std::vector<double> xMean_, yMean_, xFrom_, yFrom_;
    std::vector<double> products_;  ///< [columns][columns], the part up to the diagonal
    std::vector<double> across_;    ///< [columns][answers]
    double count_ = 0;
};

}  // namespace gatelab
