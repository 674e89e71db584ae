// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/backtest/residuals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gatelab {

namespace {

constexpr double kTiny = 1e-300, kClose = 1e-15;
constexpr int kMostTerms = 10000;

double gammaSeries(double a, double x) {
    double term = 1 / a, sum = term;
    for (int n = 1; n < kMostTerms && std::abs(term) > kClose * std::abs(sum); ++n) term *= x / (a + n), sum += term;
    return 1 - sum * std::exp(a * std::log(x) - x - std::lgamma(a));
}

/// Lentz's method.
double gammaFraction(double a, double x) {
    double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, value = d;
    for (int n = 1; n < kMostTerms; ++n) {
        const double factor = -n * (n - a);
        b += 2;
        d = 1 / (factor * d + b), c = b + factor / c;
        const double change = c * d;
        value *= change;
        if (std::abs(change - 1) < kClose) break;
    }
    return value * std::exp(a * std::log(x) - x - std::lgamma(a));
}

double meanOf(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

double chiSquaredTail(double x, double freedom) {
    if (std::isnan(x)) return x;
    if (!(x > 0)) return 1;
    const double a = freedom / 2, half = x / 2;
    return half < a + 1 ? gammaSeries(a, half) : gammaFraction(a, half);
}

std::vector<double> autocorrelations(std::span<const double> values, std::size_t lags) {
    const double mean = values.empty() ? 0 : meanOf(values);
    std::vector<double> found;
    double own = 0;
    for (std::size_t lag = 0; lag <= lags && lag < values.size(); ++lag) {
        double sum = 0;
        for (std::size_t i = lag; i < values.size(); ++i) sum += (values[i] - mean) * (values[i - lag] - mean);
        if (lag == 0) own = sum;
        found.push_back(own > 0 ? sum / own : std::numeric_limits<double>::quiet_NaN());
    }
    return found;
}

LjungBox ljungBox(std::span<const double> values, std::size_t lags) {
    const auto n = static_cast<double>(values.size());
    LjungBox found{static_cast<std::int64_t>(lags), 0, 1};
    const std::vector<double> acf = autocorrelations(values, lags);
    for (std::size_t lag = 1; lag < acf.size(); ++lag)
        found.statistic += acf[lag] * acf[lag] / (n - static_cast<double>(lag));
    found.statistic *= n * (n + 2);
    found.p = chiSquaredTail(found.statistic, static_cast<double>(lags));
    return found;
}

LevelDependence levelDependence(std::span<const double> errors, std::span<const double> levels) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    if (errors.size() < 3) return {kNone, kNone, kNone};
    std::vector<double> squares;
    for (const double error : errors) squares.push_back(error * error);
    const double meanSquare = meanOf(squares), meanLevel = meanOf(levels);
    double together = 0, ofLevels = 0, ofSquares = 0;
    for (std::size_t i = 0; i < squares.size(); ++i) {
        const double s = squares[i] - meanSquare, l = levels[i] - meanLevel;
        together += s * l, ofLevels += l * l, ofSquares += s * s;
    }
    if (!(ofLevels > 0) || !(ofSquares > 0)) return {kNone, kNone, kNone};
    const double statistic = static_cast<double>(errors.size()) * together / ofLevels * together / ofSquares;
    std::vector<std::size_t> order(errors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return levels[i]; });
    const std::size_t fifth = std::max<std::size_t>(1, order.size() / 5);
    double low = 0, high = 0;
    for (std::size_t i = 0; i < fifth; ++i) low += squares[order[i]], high += squares[order[order.size() - 1 - i]];
    return {statistic, chiSquaredTail(statistic, 1), std::sqrt(high / low)};
}

}  // namespace gatelab
