// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/strong/arima.h"

#include "base/numeric/quasi_newton.h"
#include "baselines/strong/arma_filter.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace gatelab {

namespace {

constexpr double kLeastRoot = 1.01, kTolerance = 1e-9, kHeldTolerance = 1e-6;
constexpr int kMostSteps = 100, kHeldSteps = 25;

std::vector<double> differenced(std::vector<double> values, std::int64_t lag) {
    const auto by = static_cast<std::size_t>(lag);
    if (values.size() <= by) return {};
    for (std::size_t row = values.size(); row-- > by;) values[row] -= values[row - by];
    values.erase(values.begin(), values.begin() + lag);
    return values;
}

std::vector<double> without(std::span<const double> w, double mean) {
    std::vector<double> out(w.begin(), w.end());
    for (double& value : out) value -= mean;
    return out;
}

std::vector<double> arOf(const ArimaFit& fit) {
    return multipliedAr(fit.coefficients.ar, fit.coefficients.seasonalAr, fit.order.period);
}
std::vector<double> maOf(const ArimaFit& fit) {
    return multipliedMa(fit.coefficients.ma, fit.coefficients.seasonalMa, fit.order.period);
}

/// Free numbers, in the order ar, ma, seasonal ar, seasonal ma, mean / scale. The roots lie farther out than `least`.
ArimaCoefficients unpack(const ArimaOrder& order, std::span<const double> point, double middle, double scale,
                         double least) {
    std::size_t at = 0;
    const auto take = [&](int count, double sign, double root) {
        std::vector<double> some = stationary(point.subspan(at, static_cast<std::size_t>(count)));
        at += static_cast<std::size_t>(count);
        double shrink = sign;
        for (double& one : some) one *= shrink /= root;  // 1 - sum c_k (z / root)^k
        return some;
    };
    const double ofSeason = std::pow(least, static_cast<double>(order.period));
    ArimaCoefficients out;
    out.ar = take(order.p, 1, least);
    out.ma = take(order.q, -1, least);
    out.seasonalAr = take(order.P, 1, ofSeason);
    out.seasonalMa = take(order.Q, -1, ofSeason);
    if (order.constant) out.mean = middle + scale * point[at];
    return out;
}

double leastRootOf(const ArimaCoefficients& c, std::int64_t period) {
    const auto negative = [](std::vector<double> some) {
        for (double& one : some) one = -one;
        return some;
    };
    const auto ofSeason = [&](double modulus) { return std::pow(modulus, 1 / static_cast<double>(period)); };
    return std::min({leastRoot(c.ar), leastRoot(negative(c.ma)), ofSeason(leastRoot(c.seasonalAr)),
                     ofSeason(leastRoot(negative(c.seasonalMa)))});
}

bool scoreDifferences(ArimaFit& fit, std::span<const double> w) {
    const ArmaScore score = filterArma(without(w, fit.coefficients.mean), arOf(fit), maOf(fit));
    const double n = static_cast<double>(w.size()), k = fit.order.coefficients() + 1;
    if (!std::isfinite(score.squares) || !(score.squares > 0)) return false;
    fit.sigma2 = score.squares / n;
    fit.logLikelihood = -0.5 * (n * std::log(2 * std::numbers::pi * fit.sigma2) + score.logs + n);
    fit.aicc = n - k - 1 > 0 ? -2 * fit.logLikelihood + 2 * k + 2 * k * (k + 1) / (n - k - 1) : INFINITY;
    return true;
}

}  // namespace

std::string ArimaOrder::name() const {
    const auto three = [](int a, int b, int c) {
        return '(' + std::to_string(a) + ',' + std::to_string(b) + ',' + std::to_string(c) + ')';
    };
    std::string text = "ARIMA" + three(p, d, q);
    if (P + D + Q > 0) text += three(P, D, Q) + '[' + std::to_string(period) + ']';
    return text;
}

std::vector<double> arimaDifferences(std::span<const double> values, const ArimaOrder& order) {
    std::vector<double> w(values.begin(), values.end());
    for (int i = 0; i < order.D; ++i) w = differenced(std::move(w), order.period);
    for (int i = 0; i < order.d; ++i) w = differenced(std::move(w), 1);
    return w;
}

bool scoreArima(ArimaFit& fit, std::span<const double> values) {
    return scoreDifferences(fit, arimaDifferences(values, fit.order));
}

std::optional<ArimaFit> fitArima(std::span<const double> values, const ArimaOrder& order) {
    const std::vector<double> w = arimaDifferences(values, order);
    const std::int64_t rows = std::ssize(w), used = order.p + order.period * order.P;
    if (rows <= used + order.coefficients() + 2) return std::nullopt;
    const double middle = std::accumulate(w.begin(), w.end(), 0.0) / static_cast<double>(rows);
    double spread = 0;
    for (const double value : w) spread += (value - middle) * (value - middle) / static_cast<double>(rows);
    if (!(spread > 0) || !std::isfinite(spread)) return std::nullopt;
    const double scale = std::sqrt(spread);
    ArimaFit fit;
    fit.order = order;
    const std::vector<double> zeros(static_cast<std::size_t>(order.coefficients()), 0.0);
    double least = 1;
    const auto half = [&](std::span<const double> point) {
        fit.coefficients = unpack(order, point, middle, scale, least);
        return 0.5 * std::log(conditionalSquares(without(w, fit.coefficients.mean), arOf(fit), maOf(fit)) /
                              static_cast<double>(rows - used));
    };
    const auto minus = [&](std::span<const double> point) {
        fit.coefficients = unpack(order, point, middle, scale, least);
        return scoreDifferences(fit, w) ? -fit.logLikelihood / static_cast<double>(rows) : INFINITY;
    };
    // The likelihood has several tops, some of them on the unit circle: of those off it the highest.
    const std::vector<double> conditional = leastByBfgs(half, zeros, 1e-7, kMostSteps).at;
    std::vector<std::vector<double>> starts(4, conditional);
    for (const auto& [most, at] : {std::pair(2.0, 0), std::pair(0.5, 1), std::pair(0.0, 2), std::pair(0.0, 3)})
        for (double& one : starts[static_cast<std::size_t>(at)])
            one = std::clamp(one, -most, most);  // off the flat ends of tanh
    if (order.p >= 2)
        starts[3][0] = 1.5, starts[3][1] = -1.5;  // a slow swing
    else
        starts.pop_back();
    std::optional<ArimaFit> best;
    const std::size_t swing = order.p >= 2 ? 3 : 0;
    for (std::size_t at = 0; at < starts.size(); ++at) {
        if (best && at != swing) continue;
        const std::vector<double>& start = starts[at];
        const LeastPoint found = leastByBfgs(minus, start, kTolerance, kMostSteps);
        if (!std::isfinite(found.value)) continue;
        fit.coefficients = unpack(order, found.at, middle, scale, least);
        if (leastRootOf(fit.coefficients, order.period) < kLeastRoot || !scoreDifferences(fit, w)) continue;
        if (!best || best->logLikelihood < fit.logLikelihood) best = fit;
    }
    if (best) return best;
    // The highest top lies on the circle: the best that is held off it.
    least = kLeastRoot;
    std::vector<double> start = conditional;
    for (double& one : start) one = std::clamp(one, -0.5, 0.5);
    if (order.p >= 2) start[0] = 1.5, start[1] = -1;
    if (order.P >= 2 && order.Q >= 2) {  // a season that swings itself
        double* const season = start.data() + order.p + order.q;
        season[0] = 0.7, season[1] = -0.7, season[order.P] = 1.5, season[order.P + 1] = -0.8;
    }
    const LeastPoint found = leastByBfgs(minus, start, kHeldTolerance, kHeldSteps);
    fit.coefficients = unpack(order, found.at, middle, scale, least);
    if (!std::isfinite(found.value) || !scoreDifferences(fit, w)) return std::nullopt;
    fit.isHeld = true;
    return fit;
}

ArimaForecaster::ArimaForecaster(const ArimaFit& fit) : ma_(maOf(fit)) {
    const std::vector<double> own = arOf(fit);
    intercept_ = fit.coefficients.mean * (1 - std::accumulate(own.begin(), own.end(), 0.0));
    ar_ = own;
    const auto withDifference = [this](std::int64_t lag) {
        std::vector<double> unit(static_cast<std::size_t>(lag), 0.0);
        unit.back() = 1;
        ar_ = multipliedAr(unit, ar_, 1);
    };
    for (int i = 0; i < fit.order.d; ++i) withDifference(1);
    for (int i = 0; i < fit.order.D; ++i) withDifference(fit.order.period);
}

double ArimaForecaster::expected(std::span<const double> history, std::span<const double> errors) const {
    double value = intercept_;
    for (std::size_t i = 0; i < ar_.size(); ++i) value += ar_[i] * history[history.size() - 1 - i];
    for (std::size_t i = 0; i < std::min(ma_.size(), errors.size()); ++i)
        value += ma_[i] * errors[errors.size() - 1 - i];
    return value;
}

void ArimaForecaster::add(double value) {
    const bool isStart = values_.size() < ar_.size();
    errors_.push_back(isStart ? 0 : value - expected(values_, errors_));
    values_.push_back(value);
    const std::size_t most = 2 * std::max({ar_.size(), ma_.size(), std::size_t{64}});
    if (values_.size() <= 2 * most) return;
    for (auto* some : {&values_, &errors_}) some->erase(some->begin(), some->end() - static_cast<std::ptrdiff_t>(most));
}

std::vector<double> ArimaForecaster::forecast(std::int64_t steps) const {
    std::vector<double> history = values_, errors = errors_, ahead;
    if (history.size() < ar_.size()) {  // not yet known: the last value stays
        ahead.assign(static_cast<std::size_t>(steps), history.empty() ? 0 : history.back());
        return ahead;
    }
    for (std::int64_t h = 0; h < steps; ++h) {
        ahead.push_back(expected(history, errors));
        history.push_back(ahead.back());
        errors.push_back(0);
    }
    return ahead;
}

}  // namespace gatelab
