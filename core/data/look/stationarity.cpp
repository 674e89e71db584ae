// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/look/stationarity.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gatelab {
namespace {

constexpr std::size_t kMostRows = 50'000, kFewestRows = 20;
constexpr double kMostFilled = 0.2, kLevel = 0.05;

/// Lower triangle of a symmetric matrix that grows along its columns: sums of products of regressors.
class Normal {
public:
    explicit Normal(std::size_t size) : size_(size), sums_(size * size, 0.0) {}
    void add(const std::vector<double>& row) {
        for (std::size_t i = 0; i < size_; ++i)
            for (std::size_t j = 0; j <= i; ++j) sums_[i * size_ + j] += row[i] * row[j];
    }
    /// Cholesky's factor in place; false: columns depend on each other.
    bool factor() {
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t j = 0; j <= i; ++j) {
                double sum = at(i, j);
                for (std::size_t k = 0; k < j; ++k) sum -= at(i, k) * at(j, k);
                if (i != j)
                    at(i, j) = sum / at(j, j);
                else if (sum > 1e-12 * at(i, i))
                    at(i, i) = std::sqrt(sum);
                else
                    return false;
            }
        }
        return true;
    }
    [[nodiscard]] double& at(std::size_t i, std::size_t j) { return sums_[i * size_ + j]; }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    std::size_t size_;
    std::vector<double> sums_;
};

/// The regression of the change on: 1, the changes before it (lag 1 to lags), the value before it. rows from `first`
/// on. Regressors stand in the order lags last, so that fewer lags are a leading part: 1, value, lag 1, ..., lag k.
Normal normalOf(std::span<const double> x, std::size_t lags, std::size_t first) {
    Normal normal(lags + 2);
    std::vector<double> row(lags + 2, 1.0);
    for (std::size_t t = first; t < x.size(); ++t) {
        row[1] = x[t - 1];
        for (std::size_t k = 1; k <= lags; ++k) row[1 + k] = x[t - k] - x[t - k - 1];
        normal.add(row);
    }
    return normal;
}

std::vector<double> changesTimes(std::span<const double> x, std::size_t lags, std::size_t first) {
    std::vector<double> sums(lags + 2, 0.0);
    for (std::size_t t = first; t < x.size(); ++t) {
        const double change = x[t] - x[t - 1];
        sums[0] += change, sums[1] += change * x[t - 1];
        for (std::size_t k = 1; k <= lags; ++k) sums[1 + k] += change * (x[t - k] - x[t - k - 1]);
    }
    return sums;
}

/// What Cholesky's factor makes of the right side: the part of it that each regressor explains, in their order.
std::vector<double> forward(Normal& factor, std::vector<double> sums) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) sums[i] -= factor.at(i, k) * sums[k];
        sums[i] /= factor.at(i, i);
    }
    return sums;
}

double changesSquared(std::span<const double> x, std::size_t first) {
    double sum = 0;
    for (std::size_t t = first; t < x.size(); ++t) sum += (x[t] - x[t - 1]) * (x[t] - x[t - 1]);
    return sum;
}

/// Of all numbers of lags the one with the lowest AIC, over the same rows.
std::size_t lagsByAic(std::span<const double> x, std::size_t most) {
    Normal normal = normalOf(x, most, most + 1);
    if (!normal.factor()) return 0;
    const std::vector<double> parts = forward(normal, changesTimes(x, most, most + 1));
    const auto rows = static_cast<double>(x.size() - most - 1);
    double left = changesSquared(x, most + 1) - parts[0] * parts[0] - parts[1] * parts[1];
    double lowest = HUGE_VAL;
    std::size_t best = 0;
    for (std::size_t lags = 0; lags <= most; ++lags) {
        if (lags > 0) left -= parts[1 + lags] * parts[1 + lags];
        if (!(left > 0)) return lags;
        const double aic = rows * std::log(left / rows) + 2 * static_cast<double>(lags + 2);
        if (aic < lowest) lowest = aic, best = lags;
    }
    return best;
}

double normalShare(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

/// MacKinnon 1994, table 3 (constant, one series): polynomials of the statistic, as a quantile of the normal
/// distribution.
double mackinnon(double statistic) {
    constexpr double kHighest = 2.74, kLowest = -18.83, kBetween = -1.61;
    if (statistic > kHighest) return 1;
    if (statistic < kLowest) return 0;
    if (statistic <= kBetween) return normalShare(2.1659 + statistic * (1.4412 + statistic * 0.038269));
    return normalShare(1.7339 + statistic * (0.93202 + statistic * (-0.12745 + statistic * -0.010368)));
}

/// Around 0 with deviation 1: neither test depends on either. Empty: all alike.
std::vector<double> scaled(std::span<const double> values) {
    double mean = 0, squares = 0, count = 0;
    for (const double value : values) mean += (value - mean) / ++count;
    for (const double value : values) squares += (value - mean) * (value - mean);
    const double deviation = std::sqrt(squares / count);
    std::vector<double> x;
    if (!(deviation > 1e-14 * std::abs(mean)) || !std::isfinite(deviation)) return x;
    for (const double value : values) x.push_back((value - mean) / deviation);
    return x;
}

/// Gaps as straight lines, those at an end as its value.
std::vector<double> bridged(std::span<const double> values) {
    std::vector<double> x(values.begin(), values.end());
    std::size_t last = x.size();
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (!std::isfinite(x[i])) continue;
        for (std::size_t j = last == x.size() ? 0 : last + 1; j < i; ++j)
            x[j] = last == x.size()
                       ? x[i]
                       : x[last] + (x[i] - x[last]) * static_cast<double>(j - last) / static_cast<double>(i - last);
        last = i;
    }
    for (std::size_t j = last + 1; last < x.size() && j < x.size(); ++j) x[j] = x[last];
    return x;
}

}  // namespace

SeriesTest dickeyFuller(std::span<const double> values) {
    SeriesTest test;
    if (values.size() < kFewestRows) return test;
    const std::vector<double> x = scaled(values);
    if (x.empty()) return test;
    const auto n = static_cast<double>(x.size());
    const auto most = std::min(static_cast<std::size_t>(std::ceil(12 * std::pow(n / 100, 0.25))), x.size() / 2 - 2);
    const std::size_t lags = lagsByAic(x, most), first = lags + 1;
    // The value before stands last: its coefficient is what the last step of the elimination leaves.
    Normal normal(lags + 2);
    std::vector<double> row(lags + 2, 1.0), sums(lags + 2, 0.0);
    for (std::size_t t = first; t < x.size(); ++t) {
        for (std::size_t k = 1; k <= lags; ++k) row[k] = x[t - k] - x[t - k - 1];
        row[lags + 1] = x[t - 1];
        normal.add(row);
        for (std::size_t i = 0; i < row.size(); ++i) sums[i] += (x[t] - x[t - 1]) * row[i];
    }
    if (!normal.factor()) return test;
    const std::vector<double> parts = forward(normal, sums);
    double left = changesSquared(x, first);
    for (const double part : parts) left -= part * part;
    const auto rows = static_cast<double>(x.size() - first), free = rows - static_cast<double>(lags + 2);
    if (!(left > 1e-12 * n) || free < 1) return test;
    test.statistic = parts.back() / std::sqrt(left / free);
    test.pValue = mackinnon(test.statistic);
    test.lags = static_cast<std::int64_t>(lags), test.rows = static_cast<std::int64_t>(rows);
    return test;
}

SeriesTest kpss(std::span<const double> values) {
    SeriesTest test;
    if (values.size() < kFewestRows) return test;
    const std::vector<double> x = scaled(values);
    if (x.empty()) return test;
    const auto n = static_cast<double>(x.size());
    const auto products = [&x](std::size_t lag) {
        double sum = 0;
        for (std::size_t t = lag; t < x.size(); ++t) sum += x[t] * x[t - lag];
        return sum;
    };
    const auto within = static_cast<std::size_t>(std::pow(n, 2.0 / 9));
    double level = products(0) / n, slope = 0;
    for (std::size_t k = 1; k <= within; ++k) {
        const double product = 2 * products(k) / n;
        level += product, slope += static_cast<double>(k) * product;
    }
    const double ratio = slope / level;
    const auto lags = std::min(
        static_cast<std::size_t>(1.1447 * std::pow(ratio * ratio, 1.0 / 3) * std::pow(n, 1.0 / 3)), x.size() - 1);
    double variance = products(0);
    for (std::size_t k = 1; k <= lags; ++k)
        variance += 2 * products(k) * (1 - static_cast<double>(k) / static_cast<double>(lags + 1));
    double sum = 0, squares = 0;
    for (const double value : x) sum += value, squares += sum * sum;
    test.statistic = squares / (n * n) / (variance / n);
    constexpr double kStatistic[] = {0.347, 0.463, 0.574, 0.739}, kShare[] = {0.10, 0.05, 0.025, 0.01};
    test.pValue = test.statistic <= kStatistic[0] ? kShare[0] : kShare[3];
    for (std::size_t i = 0; i + 1 < std::size(kShare); ++i)
        if (test.statistic > kStatistic[i] && test.statistic <= kStatistic[i + 1])
            test.pValue = kShare[i] + (kShare[i + 1] - kShare[i]) * (test.statistic - kStatistic[i]) /
                                          (kStatistic[i + 1] - kStatistic[i]);
    test.lags = static_cast<std::int64_t>(lags), test.rows = static_cast<std::int64_t>(x.size());
    return test;
}

Stationarity stationarity(std::span<const double> values, const Progress& progress) {
    Stationarity found;
    values = values.last(std::min(values.size(), kMostRows));
    found.rows = static_cast<std::int64_t>(values.size());
    found.filled = std::ranges::count_if(values, [](double value) { return !std::isfinite(value); });
    if (static_cast<double>(found.filled) > kMostFilled * static_cast<double>(values.size()) || values.empty())
        return found;
    const std::vector<double> x = bridged(values);
    found.dickeyFuller = dickeyFuller(x);
    if (!report(progress, 0.5)) return found;
    found.kpss = kpss(x);
    if (!found.dickeyFuller.made() || !found.kpss.made()) return found;
    const bool returns = found.dickeyFuller.pValue < kLevel, moves = found.kpss.pValue < kLevel;
    found.verdict = returns && moves ? Stationarity::Verdict::Shifts
                    : returns        ? Stationarity::Verdict::Level
                    : moves          ? Stationarity::Verdict::Walk
                                     : Stationarity::Verdict::CannotTell;
    return found;
}

}  // namespace gatelab
