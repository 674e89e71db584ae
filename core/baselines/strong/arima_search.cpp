// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/strong/arima.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace gatelab {

namespace {

constexpr double kKpss = 0.463;  // 5 % of Kwiatkowski et al. 1992, table 1
constexpr double kStrongSeason = 0.64, kHeld = 4;
constexpr int kMostOrder = 5, kMostSeasonal = 2, kMostModels = 94;

bool isConstant(std::span<const double> values) {
    return std::ranges::all_of(values, [&](double value) { return value == values.front(); });
}

/// Whether the series is not stationary about a level.
bool wandersByKpss(std::span<const double> values) {
    const auto n = static_cast<double>(values.size());
    const auto lags = static_cast<std::size_t>(3 * std::sqrt(n) / 13);
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double sum = 0, eta = 0, variance = 0;
    for (const double value : values) sum += value - mean, eta += sum * sum;
    for (std::size_t lag = 0; lag <= lags; ++lag) {
        double products = 0;
        for (std::size_t row = lag; row < values.size(); ++row)
            products += (values[row] - mean) * (values[row - lag] - mean);
        variance += products / n * (lag == 0 ? 1 : 2 * (1 - static_cast<double>(lag) / static_cast<double>(lags + 1)));
    }
    return eta / (n * n) / variance > kKpss;
}

double varianceOf(std::span<const double> values) {
    const double n = static_cast<double>(values.size()), mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return squares / (n - 1);
}

/// The steps of the search, in the order in which R's auto.arima tries them.
class Stepwise {
public:
    Stepwise(std::span<const double> values, ArimaOrder base, const Progress& progress)
        : values_(values), base_(base), progress_(progress) {
        const auto third = static_cast<int>(values.size()) / 3;
        const int season = static_cast<int>(base.period);
        most_ = std::min(kMostOrder, third);
        if (season > 1) most_ = std::min(most_, season - 1);
        mostSeasonal_ = season > 1 ? std::min(kMostSeasonal, third / season) : 0;
    }

    std::optional<ArimaFit> run() {
        const bool mayConstant = base_.d + base_.D <= 1;
        const int one = std::min(1, most_), two = std::min(2, most_), seasonal = std::min(1, mostSeasonal_);
        for (const auto& [p, q, P, Q, constant] :
             {std::tuple(two, two, seasonal, seasonal, true), std::tuple(0, 0, 0, 0, true),
              std::tuple(one, 0, seasonal, 0, true), std::tuple(0, one, 0, seasonal, true),
              std::tuple(0, 0, 0, 0, false)})
            consider(p, q, P, Q, constant && mayConstant);
        while (improve(mayConstant) && !stopped_) {
        }
        return stopped_ ? std::nullopt : best_;
    }

private:
    /// What a fit that is held off the unit circle must gain more than another one: less is no evidence (Burnham and
    /// Anderson 2004).
    static double worth(const ArimaFit& fit) { return fit.aicc + (fit.isHeld ? kHeld : 0); }

    /// Whether it is better than the best so far.
    bool consider(int p, int q, int P, int Q, bool constant) {
        if (p < 0 || q < 0 || P < 0 || Q < 0 || p > most_ || q > most_ || P > mostSeasonal_ || Q > mostSeasonal_)
            return false;
        ArimaOrder order = base_;
        order.p = p, order.q = q, order.P = P, order.Q = Q, order.constant = constant;
        if (static_cast<int>(tried_.size()) >= kMostModels ||
            !tried_.emplace(std::tuple(p, q, P, Q, constant), true).second)
            return false;
        if (!report(progress_, -1)) stopped_ = true;
        if (stopped_) return false;
        auto fit = fitArima(values_, order);
        if (!fit || !std::isfinite(fit->aicc) || (best_ && worth(*best_) <= worth(*fit))) return false;
        best_ = std::move(fit);
        return true;
    }

    bool improve(bool mayConstant) {
        if (!best_) return false;
        const ArimaOrder o = best_->order;
        constexpr std::pair<int, int> kMoves[] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
        for (const auto& [ar, ma] : kMoves)
            if (consider(o.p, o.q, o.P + ar, o.Q + ma, o.constant)) return true;
        for (const auto& [ar, ma] : kMoves)
            if (consider(o.p + ar, o.q + ma, o.P, o.Q, o.constant)) return true;
        return mayConstant && consider(o.p, o.q, o.P, o.Q, !o.constant);
    }

    std::span<const double> values_;
    ArimaOrder base_;
    const Progress& progress_;
    int most_ = 0, mostSeasonal_ = 0;
    std::map<std::tuple<int, int, int, int, bool>, bool> tried_;
    std::optional<ArimaFit> best_;
    bool stopped_ = false;
};

}  // namespace

int differencesByKpss(std::span<const double> values) {
    std::vector<double> w(values.begin(), values.end());
    for (int d = 0; d < 2; ++d) {
        if (w.size() < 4 || isConstant(w) || !wandersByKpss(w)) return d;
        ArimaOrder once;
        once.d = 1;
        w = arimaDifferences(w, once);
    }
    return 2;
}

/// As by STL with a degree of 0 (Cleveland et al. 1990), with one pass: the trend is a centred moving average.
double seasonStrength(std::span<const double> values, std::int64_t period) {
    const auto n = static_cast<std::int64_t>(values.size()), half = period / 2;
    if (period < 2 || n < 2 * period + 1) return 0;
    constexpr int kWindow = 5;  // of the same place in the years before and after: 11 together
    std::vector<double> rest;
    for (std::int64_t t = half; t + half < n; ++t) {
        double trend = 0;
        for (std::int64_t k = -half; k <= half; ++k)
            trend += values[static_cast<std::size_t>(t + k)] * (period % 2 == 0 && std::abs(k) == half ? 0.5 : 1.0);
        rest.push_back(values[static_cast<std::size_t>(t)] - trend / static_cast<double>(period));
    }
    std::vector<double> season(rest.size()), left(rest.size());
    const auto rows = static_cast<std::int64_t>(rest.size());
    for (std::int64_t t = 0; t < rows; ++t) {
        double sum = 0, weights = 0;
        for (int k = -kWindow; k <= kWindow; ++k) {
            const std::int64_t at = t + k * period;
            if (at < 0 || at >= rows) continue;
            const double away = std::abs(k) / (kWindow + 1.0), weight = std::pow(1 - away * away * away, 3);
            sum += weight * rest[static_cast<std::size_t>(at)], weights += weight;
        }
        season[static_cast<std::size_t>(t)] = sum / weights;
    }
    // Without its own level, which is the trend's
    for (std::int64_t t = 0; t < rows; ++t) {
        const std::int64_t first = std::clamp<std::int64_t>(t - half, 0, std::max<std::int64_t>(0, rows - period));
        double level = 0;
        for (std::int64_t k = 0; k < std::min(period, rows); ++k)
            level += season[static_cast<std::size_t>(first + k)] / static_cast<double>(std::min(period, rows));
        left[static_cast<std::size_t>(t)] =
            rest[static_cast<std::size_t>(t)] - (season[static_cast<std::size_t>(t)] - level);
    }
    return std::clamp(1 - varianceOf(left) / varianceOf(rest), 0.0, 1.0);
}

std::optional<ArimaFit> findArima(std::span<const double> values, std::int64_t period, const Progress& progress) {
    if (values.size() < 10 || isConstant(values)) return std::nullopt;
    ArimaOrder base;
    base.period = std::max<std::int64_t>(1, period);
    if (period > 1 && static_cast<std::int64_t>(values.size()) > 2 * period &&
        seasonStrength(values, period) > kStrongSeason)
        base.D = 1;
    const std::vector<double> w = arimaDifferences(values, base);
    if (w.size() < 10 || isConstant(w)) return std::nullopt;
    base.d = differencesByKpss(w);
    return Stepwise(values, base, progress).run();
}

}  // namespace gatelab
