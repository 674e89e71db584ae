// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/strong/arma_filter.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

namespace gatelab {

namespace {

using Matrix = std::vector<double>;  // [r][r]

Matrix product(const Matrix& a, const Matrix& b, std::size_t r, bool transposed) {
    Matrix out(r * r, 0.0);
    for (std::size_t i = 0; i < r; ++i)
        for (std::size_t k = 0; k < r; ++k) {
            const double one = a[i * r + k];
            if (one == 0) continue;
            for (std::size_t j = 0; j < r; ++j) out[i * r + j] += one * (transposed ? b[j * r + k] : b[k * r + j]);
        }
    return out;
}

/// P = T P T' + V by doubling: each round takes as many more terms as there are.
Matrix stationaryCovariance(std::span<const double> phi, const Matrix& v, std::size_t r) {
    Matrix t(r * r, 0.0), p = v;
    for (std::size_t i = 0; i < r; ++i) {
        t[i * r] = phi[i];
        if (i + 1 < r) t[i * r + i + 1] = 1;
    }
    for (int round = 0; round < 40; ++round) {
        const Matrix more = product(product(t, p, r, false), t, r, true);
        double size = 0, added = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            p[i] += more[i];
            size = std::max(size, std::abs(p[i])), added = std::max(added, std::abs(more[i]));
        }
        if (!(added > 1e-15 * size)) return p;
        t = product(t, t, r, false);
    }
    p.front() = std::numeric_limits<double>::quiet_NaN();
    return p;
}

std::vector<double> multiplied(std::span<const double> a, std::span<const double> b, std::int64_t period, double sign) {
    const auto m = static_cast<std::size_t>(period);
    std::vector<double> out(a.size() + m * b.size(), 0.0);
    for (std::size_t i = 0; i < a.size(); ++i) out[i] += a[i];
    for (std::size_t k = 0; k < b.size(); ++k) {
        out[m * (k + 1) - 1] += b[k];
        for (std::size_t i = 0; i < a.size(); ++i) out[m * (k + 1) + i] += sign * a[i] * b[k];
    }
    return out;
}

}  // namespace

std::vector<double> multipliedAr(std::span<const double> ar, std::span<const double> seasonal, std::int64_t period) {
    return multiplied(ar, seasonal, period, -1);
}

std::vector<double> multipliedMa(std::span<const double> ma, std::span<const double> seasonal, std::int64_t period) {
    return multiplied(ma, seasonal, period, 1);
}

ArmaScore filterArma(std::span<const double> values, std::span<const double> ar, std::span<const double> ma) {
    const std::size_t r = std::max(ar.size(), ma.size() + 1);
    std::vector<double> phi(ar.begin(), ar.end()), gain(ma.begin(), ma.end());
    phi.resize(r, 0.0);
    gain.insert(gain.begin(), 1.0);
    gain.resize(r, 0.0);
    Matrix v(r * r);
    for (std::size_t i = 0; i < r; ++i)
        for (std::size_t j = 0; j < r; ++j) v[i * r + j] = gain[i] * gain[j];
    Matrix p = stationaryCovariance(phi, v, r), next(r * r);
    std::vector<double> a(r, 0.0), k(r);
    ArmaScore score;
    bool isSteady = false;
    for (std::size_t row = 0; row < values.size(); ++row) {
        const double f = isSteady ? 1 : p.front(), error = values[row] - a.front();
        if (!(f > 0)) return {NAN, NAN};
        score.squares += error * error / f;
        if (!isSteady) score.logs += std::log(f);
        for (std::size_t i = 0; i < r; ++i) k[i] = isSteady ? gain[i] : p[i * r] / f;
        for (std::size_t i = 0; i < r; ++i) a[i] += k[i] * error;
        const double first = a.front();
        for (std::size_t i = 0; i < r; ++i) a[i] = phi[i] * first + (i + 1 < r ? a[i + 1] : 0);
        if (isSteady) continue;
        double away = 0;
        for (std::size_t i = 0; i < r; ++i)
            for (std::size_t j = 0; j < r; ++j) p[i * r + j] -= k[i] * k[j] * f;
        for (std::size_t i = 0; i < r; ++i)
            for (std::size_t j = 0; j < r; ++j) {
                const double own = phi[i] * phi[j] * p.front() + (j + 1 < r ? phi[i] * p[j + 1] : 0) +
                                   (i + 1 < r ? phi[j] * p[(i + 1) * r] : 0) +
                                   (i + 1 < r && j + 1 < r ? p[(i + 1) * r + j + 1] : 0);
                away = std::max(away, std::abs(own));
                next[i * r + j] = own + v[i * r + j];
            }
        std::swap(p, next);
        isSteady = away < 1e-12;
    }
    return score;
}

double conditionalSquares(std::span<const double> values, std::span<const double> ar, std::span<const double> ma) {
    std::vector<double> errors(values.size(), 0.0);
    double sum = 0;
    for (std::size_t row = ar.size(); row < values.size(); ++row) {
        double error = values[row];
        for (std::size_t i = 0; i < ar.size(); ++i) error -= ar[i] * values[row - 1 - i];
        for (std::size_t i = 0; i < std::min(ma.size(), row); ++i) error -= ma[i] * errors[row - 1 - i];
        errors[row] = error;
        sum += error * error;
    }
    return sum;
}

std::vector<double> stationary(std::span<const double> free) {
    std::vector<double> out;
    for (const double one : free) {
        const double partial = std::tanh(one);
        std::vector<double> next = out;
        for (std::size_t i = 0; i < out.size(); ++i) next[i] -= partial * out[out.size() - 1 - i];
        next.push_back(partial);
        out = std::move(next);
    }
    return out;
}

/// Durand and Kerner on the reversed polynomial z^n - a_1 z^(n-1) - ..., whose roots are the inverse ones.
double leastRoot(std::span<const double> coefficients) {
    std::size_t n = coefficients.size();
    while (n > 0 && std::abs(coefficients[n - 1]) < 1e-8) --n;
    if (n == 0) return INFINITY;
    std::vector<std::complex<double>> roots;
    for (std::size_t i = 0; i < n; ++i)
        roots.push_back(std::pow(std::complex<double>(0.4, 0.9), static_cast<double>(i)));
    for (int round = 0; round < 500; ++round) {
        double moved = 0;
        for (std::size_t i = 0; i < n; ++i) {
            std::complex<double> value = 1, others = 1;
            for (std::size_t k = 0; k < n; ++k) value = value * roots[i] - coefficients[k];
            for (std::size_t j = 0; j < n; ++j)
                if (j != i) others *= roots[i] - roots[j];
            const std::complex<double> by = value / others;
            roots[i] -= by;
            moved = std::max(moved, std::abs(by));
        }
        if (moved < 1e-13) break;
    }
    double largest = 0;
    for (const auto& root : roots) largest = std::max(largest, std::abs(root));
    return 1 / largest;
}

}  // namespace gatelab
