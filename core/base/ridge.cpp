// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/ridge.h"

#include <cmath>

namespace gatelab {

namespace {

/// Solves A X = B for a symmetric positive definite A [n][n], of which the part up to the diagonal is read, and many
/// right sides [n][m], by Cholesky's decomposition. Both are overwritten; the solution is left in B. False when A is
/// not positive definite.
bool solvePositive(std::vector<double>& a, std::vector<double>& b, std::size_t n, std::size_t m) {
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = 0; k < j; ++k)
            for (std::size_t i = j; i < n; ++i) a[i * n + j] -= a[i * n + k] * a[j * n + k];
        if (!(a[j * n + j] > 0)) return false;
        const double root = std::sqrt(a[j * n + j]);
        for (std::size_t i = j; i < n; ++i) a[i * n + j] /= root;
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k)
            for (std::size_t c = 0; c < m; ++c) b[i * m + c] -= a[i * n + k] * b[k * m + c];
        for (std::size_t c = 0; c < m; ++c) b[i * m + c] /= a[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k)
            for (std::size_t c = 0; c < m; ++c) b[i * m + c] -= a[k * n + i] * b[k * m + c];
        for (std::size_t c = 0; c < m; ++c) b[i * m + c] /= a[i * n + i];
    }
    return true;
}

}  // namespace

double LinearMap::answer(std::span<const double> x, std::size_t number) const {
    double value = bias[number];
    for (std::size_t i = 0; i < x.size(); ++i) value += x[i] * weights[i * bias.size() + number];
    return value;
}

Ridge::Ridge(std::size_t columns, std::size_t answers)
    : xMean_(columns, 0.0),
      yMean_(answers, 0.0),
      xFrom_(columns),
      yFrom_(answers),
      products_(columns * columns, 0.0),
      across_(columns * answers, 0.0) {}

// Welford's update in several dimensions: no large numbers are taken from each other.
void Ridge::add(std::span<const double> x, std::span<const double> y) {
    count_ += 1;
    const std::size_t columns = xMean_.size(), answers = yMean_.size();
    for (std::size_t i = 0; i < columns; ++i) xFrom_[i] = x[i] - xMean_[i];
    for (std::size_t j = 0; j < answers; ++j) yFrom_[j] = y[j] - yMean_[j];
    const double share = (count_ - 1) / count_;
    for (std::size_t i = 0; i < columns; ++i) {
        const double from = share * xFrom_[i];
        for (std::size_t j = 0; j <= i; ++j) products_[i * columns + j] += from * xFrom_[j];
        for (std::size_t j = 0; j < answers; ++j) across_[i * answers + j] += from * yFrom_[j];
    }
    for (std::size_t i = 0; i < columns; ++i) xMean_[i] += xFrom_[i] / count_;
    for (std::size_t j = 0; j < answers; ++j) yMean_[j] += yFrom_[j] / count_;
}

std::optional<LinearMap> Ridge::solve(double strength) const {
    if (count_ == 0) return std::nullopt;
    const std::size_t columns = xMean_.size(), answers = yMean_.size();
    std::vector<double> equations = products_;
    // Every column in units of its own deviation: all of them are pivots of one size.
    std::vector<double> unit(columns, 1.0);
    for (std::size_t i = 0; i < columns; ++i)
        if (const double squares = products_[i * columns + i]; squares > 0) unit[i] = std::sqrt(squares);
    LinearMap map{across_, yMean_};
    for (std::size_t i = 0; i < columns; ++i) {
        for (std::size_t j = 0; j <= i; ++j) equations[i * columns + j] /= unit[i] * unit[j];
        equations[i * columns + i] = products_[i * columns + i] > 0 ? 1 + strength : 1;
        for (std::size_t j = 0; j < answers; ++j) map.weights[i * answers + j] /= unit[i];
    }
    if (!solvePositive(equations, map.weights, columns, answers)) return std::nullopt;
    for (std::size_t i = 0; i < columns; ++i)
        for (std::size_t j = 0; j < answers; ++j) {
            double& weight = map.weights[i * answers + j];
            weight /= unit[i];
            map.bias[j] -= weight * xMean_[i];
        }
    return map;
}

}  // namespace gatelab
