// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/look/autocorrelation.h"

#include "data/look/fourier.h"

#include <algorithm>
#include <cmath>

namespace gatelab {
namespace {

constexpr double kNormal95 = 1.959963984540054;

/// Distances from the mean, 0 where there is none, and 1 or 0 for whether there is.
struct Centred {
    std::vector<double> values, present;
    double count = 0, squares = 0;
    [[nodiscard]] bool isConstant() const { return !(squares > 0) || !std::isfinite(squares); }
    [[nodiscard]] bool isWhole() const { return count == static_cast<double>(values.size()); }
};

Centred centred(std::span<const double> values) {
    Centred c;
    c.values.assign(values.size(), 0.0);
    c.present.assign(values.size(), 0.0);
    double mean = 0;
    const double first = [&] {
        const auto found = std::ranges::find_if(values, [](double value) { return std::isfinite(value); });
        return found == values.end() ? 0.0 : *found;
    }();
    bool isConstant = true;
    for (const double value : values)
        if (std::isfinite(value)) mean += (value - mean) / ++c.count, isConstant = isConstant && value == first;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) continue;
        c.present[i] = 1, c.values[i] = isConstant ? 0 : values[i] - mean;
        c.squares += c.values[i] * c.values[i];
    }
    return c;
}

/// Mean product by lag over the pairs that there are, times (n - k) / n; over the product of the deviations.
std::vector<double> correlationsByLag(const Centred& a, const Centred& b, std::size_t lags) {
    std::vector<double> values = laggedProducts(a.values, b.values, lags);
    const auto n = static_cast<double>(a.values.size());
    std::vector<double> pairs;
    if (!a.isWhole() || !b.isWhole()) pairs = laggedProducts(a.present, b.present, lags);
    const double scale = std::sqrt(a.squares / a.count * b.squares / b.count);
    for (std::size_t k = 0; k < values.size(); ++k) {
        const double among = n - static_cast<double>(k), count = pairs.empty() ? among : std::round(pairs[k]);
        values[k] = count < 1 ? 0 : values[k] / count * among / n / scale;
    }
    return values;
}

/// By Durbin and Levinson's recursion; with gaps the values need not be those of any series: it ends where they are
/// not.
std::vector<double> partialOf(const std::vector<double>& values) {
    std::vector<double> partial{1.0}, before, now;
    double left = 1;
    for (std::size_t k = 1; k < values.size(); ++k) {
        double numerator = values[k];
        for (std::size_t j = 0; j < before.size(); ++j) numerator -= before[j] * values[k - 1 - j];
        const double last = left > 1e-12 ? numerator / left : 0;
        if (!(std::abs(last) < 1)) break;
        now = before;
        for (std::size_t j = 0; j < before.size(); ++j) now[j] -= last * before[before.size() - 1 - j];
        now.push_back(last);
        partial.push_back(last);
        left *= 1 - last * last;
        std::swap(before, now);
    }
    return partial;
}

}  // namespace

Autocorrelation autocorrelation(std::span<const double> values, std::size_t lags) {
    Autocorrelation found;
    const Centred c = centred(values);
    found.rows = static_cast<std::int64_t>(c.count);
    if (c.count < 3 || c.isConstant()) return found;
    found.values = correlationsByLag(c, c, std::min(lags, values.size() / 2));
    found.values.front() = 1;
    double squares = 0;
    for (std::size_t k = 0; k < found.values.size(); ++k) {
        if (k > 1) squares += found.values[k - 1] * found.values[k - 1];
        found.bounds.push_back(k == 0 ? 0 : kNormal95 * std::sqrt((1 + 2 * squares) / c.count));
    }
    found.partial = partialOf(found.values);
    found.partialBound = kNormal95 / std::sqrt(c.count);
    return found;
}

std::vector<std::pair<double, double>> lagPairs(std::span<const double> values, std::size_t lag, std::size_t most) {
    std::vector<std::pair<double, double>> pairs;
    if (lag >= values.size() || most == 0) return pairs;
    const std::size_t all = values.size() - lag, stride = (all + most - 1) / most;
    for (std::size_t i = 0; i < all; i += stride)
        if (std::isfinite(values[i]) && std::isfinite(values[i + lag])) pairs.emplace_back(values[i], values[i + lag]);
    return pairs;
}

CrossCorrelation crossCorrelation(std::span<const double> first, std::span<const double> second, std::size_t lags) {
    CrossCorrelation found;
    const Centred a = centred(first), b = centred(second);
    if (a.count < 3 || b.count < 3 || a.isConstant() || b.isConstant()) return found;
    const std::size_t most = std::min(lags, first.size() / 2);
    const std::vector<double> ahead = correlationsByLag(a, b, most), behind = correlationsByLag(b, a, most);
    found.values.assign(behind.rbegin(), behind.rend());
    found.values.insert(found.values.end(), ahead.begin() + 1, ahead.end());
    // What is like itself for long has fewer values of its own than rows.
    const std::vector<double> ofA = correlationsByLag(a, a, most), ofB = correlationsByLag(b, b, most);
    double together = 1;
    for (std::size_t k = 1; k <= most; ++k) together += 2 * ofA[k] * ofB[k];
    found.bound = kNormal95 * std::sqrt(std::max(1.0, together) / std::min(a.count, b.count));
    for (std::int64_t lag = 1; lag <= static_cast<std::int64_t>(most); ++lag)
        for (const std::int64_t one : {lag, -lag})
            if (std::abs(found.at(one)) > std::abs(found.at(found.best)) + 1e-9) found.best = one;
    return found;
}

}  // namespace gatelab
