// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/strong/ets.h"

#include "base/numeric/nelder_mead.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

constexpr double kLeastWeight = 1e-4, kMostWeight = 0.9999, kLeastPhi = 0.8, kMostPhi = 0.98;
constexpr double kTolerance = 1e-8;
constexpr int kMostEvaluations = 2000, kRestarts = 2;

/// The states in one place, the season as a ring: the filter runs hundreds of thousands of times.
struct Filter {
    const EtsForm& form;
    const EtsWeights& w;
    double level, slope;
    std::vector<double> season;
    std::size_t next;  ///< in the ring: the one that the next row has

    Filter(const EtsForm& f, const EtsWeights& weights, const EtsState& state)
        : form(f), w(weights), level(state.level), slope(state.slope), season(state.season) {
        std::ranges::reverse(season);
        next = 0;
    }
    [[nodiscard]] double base() const { return form.trend ? level + w.phi * slope : level; }
    [[nodiscard]] double forecast() const {
        return form.season == 'A' ? base() + season[next] : form.season == 'M' ? base() * season[next] : base();
    }
    void update(double value) {
        const double q = base();
        double free = value;
        if (form.season != 'N') {
            const double s = season[next];
            free = form.season == 'A' ? value - s : std::abs(s) < 1e-10 ? 1e10 : value / s;
            const double own = form.season == 'A' ? value - q : std::abs(q) < 1e-10 ? 1e10 : value / q;
            season[next] = s + w.gamma * (own - s);
            next = next + 1 == season.size() ? 0 : next + 1;
        }
        const double before = level;
        level = q + w.alpha * (free - q);
        if (form.trend) slope = w.phi * slope + w.beta / w.alpha * (level - before - w.phi * slope);
    }
    [[nodiscard]] EtsState state() const {
        EtsState out{level, slope, {}};
        for (std::size_t k = 0; k < season.size(); ++k)
            out.season.push_back(season[(next + season.size() - 1 - k) % season.size()]);
        return out;
    }
};

double devianceOf(const EtsForm& form, std::span<const double> values, Filter& filter) {
    double squares = 0, logs = 0;
    for (const double value : values) {
        const double forecast = filter.forecast();
        double error = value - forecast;
        if (form.multiplicativeError) {
            const double by = std::abs(forecast) < 1e-10 ? forecast + 1e-10 : forecast;
            error /= by;
            logs += std::log(std::abs(forecast));
        }
        squares += error * error;
        filter.update(value);
    }
    const double n = static_cast<double>(values.size());
    return n * std::log(squares) + (form.multiplicativeError ? 2 * logs : 0);
}

std::size_t weightsOf(const EtsForm& form) {
    return 1U + (form.trend ? 1U : 0U) + (form.season != 'N' ? 1U : 0U) + (form.damped ? 1U : 0U);
}
std::size_t statesOf(const EtsForm& form) {
    return 1U + (form.trend ? 1U : 0U) + (form.season != 'N' ? static_cast<std::size_t>(form.period) - 1 : 0U);
}

/// Weights, then states; the last season follows from the others, which sum to 0 (multiplicative: to the period).
void unpack(const EtsForm& form, std::span<const double> point, EtsWeights& weights, EtsState& state) {
    std::size_t i = 0;
    weights.alpha = point[i++];
    if (form.trend) weights.beta = point[i++];
    if (form.season != 'N') weights.gamma = point[i++];
    if (form.damped) weights.phi = point[i++];
    state.level = point[i++];
    if (form.trend) state.slope = point[i++];
    if (form.season == 'N') return;
    state.season.assign(point.begin() + static_cast<std::ptrdiff_t>(i), point.end());
    double rest = form.season == 'M' ? static_cast<double>(form.period) : 0;
    for (const double one : state.season) rest -= one;
    state.season.push_back(rest);
}

bool isInside(const EtsForm& form, const EtsWeights& w) {
    const auto within = [](double value) { return value >= kLeastWeight && value <= kMostWeight; };
    if (!within(w.alpha)) return false;
    if (form.trend && (!within(w.beta) || w.beta > w.alpha)) return false;
    if (form.season != 'N' && (!within(w.gamma) || w.gamma > 1 - w.alpha)) return false;
    return !form.damped || (w.phi >= kLeastPhi && w.phi <= kMostPhi);
}

/// Seasonal figures of a classical decomposition by a centred moving average, [period] from the first row on.
std::vector<double> seasonFigures(std::span<const double> values, const EtsForm& form) {
    const auto n = static_cast<std::int64_t>(values.size()), m = form.period, half = m / 2;
    std::vector<double> sums(static_cast<std::size_t>(m), 0.0), counts(sums);
    for (std::int64_t t = half; t + half < n; ++t) {
        double trend = 0;
        for (std::int64_t k = -half; k <= half; ++k) {
            const bool isEnd = m % 2 == 0 && std::abs(k) == half;
            trend += values[static_cast<std::size_t>(t + k)] * (isEnd ? 0.5 : 1.0);
        }
        trend /= static_cast<double>(m);
        const auto place = static_cast<std::size_t>(t % m);
        const double value = values[static_cast<std::size_t>(t)];
        sums[place] += form.season == 'A' ? value - trend : value / trend, counts[place] += 1;
    }
    double mean = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i] = counts[i] > 0 ? sums[i] / counts[i] : form.season == 'A' ? 0 : 1;
        mean += sums[i] / static_cast<double>(m);
    }
    for (double& one : sums) one = form.season == 'A' ? one - mean : one / mean;
    return sums;
}

/// Start values as those of R's `initstate` and `initparam`.
std::vector<double> startPoint(std::span<const double> values, const EtsForm& form) {
    const double m = form.season != 'N' ? static_cast<double>(form.period) : 1;
    std::vector<double> point{kLeastWeight + 0.2 * (kMostWeight - kLeastWeight) / m};
    const double alpha = point.front();
    if (form.trend) point.push_back(kLeastWeight + 0.1 * (std::min(kMostWeight, alpha) - kLeastWeight));
    if (form.season != 'N') point.push_back(kLeastWeight + 0.05 * (std::min(kMostWeight, 1 - alpha) - kLeastWeight));
    if (form.damped) point.push_back(kLeastPhi + 0.99 * (kMostPhi - kLeastPhi));
    std::vector<double> figures;
    if (form.season != 'N') figures = seasonFigures(values, form);
    const auto adjusted = [&](std::size_t row) {
        if (figures.empty()) return values[row];
        const double figure = figures[row % figures.size()];
        return form.season == 'A' ? values[row] - figure : values[row] / std::max(figure, 1e-2);
    };
    const auto rows = std::min(values.size(), static_cast<std::size_t>(std::max(10.0, 2 * m)));
    double sum = 0, across = 0, squares = 0;
    const double middle = static_cast<double>(rows + 1) / 2;
    for (std::size_t row = 0; row < rows; ++row) {
        const double x = static_cast<double>(row + 1) - middle;
        sum += adjusted(row), across += x * adjusted(row), squares += x * x;
    }
    const double mean = sum / static_cast<double>(rows), slope = squares > 0 ? across / squares : 0;
    point.push_back(form.trend ? mean - slope * middle : mean);
    if (form.trend) point.push_back(slope);
    // The first row has the last one of the states.
    for (std::size_t k = figures.size(); k-- > 1;) point.push_back(figures[k]);
    return point;
}

}  // namespace

std::string EtsForm::name() const {
    return std::string("ETS(") + (multiplicativeError ? 'M' : 'A') + ',' + (trend ? damped ? "Ad" : "A" : "N") + ',' +
           season + ')';
}

double stepEts(const EtsForm& form, const EtsWeights& weights, EtsState& state, double value) {
    Filter filter(form, weights, state);
    const double forecast = filter.forecast();
    filter.update(value);
    state = filter.state();
    return forecast;
}

std::vector<double> forecastEts(const EtsForm& form, const EtsWeights& weights, const EtsState& state,
                                std::int64_t steps) {
    std::vector<double> values;
    double damping = 0, factor = 1;
    for (std::int64_t h = 0; h < steps; ++h) {
        damping += factor *= weights.phi;
        const double base = state.level + (form.trend ? damping * state.slope : 0);
        if (form.season == 'N') {
            values.push_back(base);
            continue;
        }
        const auto m = static_cast<std::int64_t>(state.season.size());
        const double season = state.season[static_cast<std::size_t>(m - 1 - h % m)];
        values.push_back(form.season == 'A' ? base + season : base * season);
    }
    return values;
}

void scoreEts(EtsFit& fit, std::span<const double> values) {
    Filter filter(fit.form, fit.weights, fit.start);
    fit.deviance = devianceOf(fit.form, values, filter);
    fit.last = filter.state();
    const double k = static_cast<double>(weightsOf(fit.form) + statesOf(fit.form) + 1),
                 n = static_cast<double>(values.size());
    fit.aicc = n - k - 1 > 0 ? fit.deviance + 2 * k + 2 * k * (k + 1) / (n - k - 1) : INFINITY;
}

std::optional<EtsFit> fitEts(std::span<const double> values, const EtsForm& form) {
    if (values.size() <= weightsOf(form) + statesOf(form) + 4) return std::nullopt;
    EtsFit fit;
    fit.form = form;
    const auto deviance = [&](std::span<const double> point) {
        unpack(form, point, fit.weights, fit.start);
        if (!isInside(form, fit.weights)) return std::numeric_limits<double>::infinity();
        Filter filter(form, fit.weights, fit.start);
        return devianceOf(form, values, filter);
    };
    LeastPoint best{startPoint(values, form)};
    for (int round = 0; round < kRestarts; ++round)
        best = leastByNelderMead(deviance, best.at, kTolerance, kMostEvaluations);
    if (!std::isfinite(best.value)) return std::nullopt;
    unpack(form, best.at, fit.weights, fit.start);
    scoreEts(fit, values);
    return fit;
}

std::optional<EtsFit> fitEts(std::span<const double> values, std::int64_t period, const Progress& progress) {
    const bool isPositive = !values.empty() && *std::ranges::min_element(values) > 0,
               hasSeason = period > 1 && static_cast<std::int64_t>(values.size()) >= 3 * period;
    std::optional<EtsFit> best;
    for (const bool multiplicative : {false, true})
        for (const char season : {'N', 'A', 'M'})
            for (const bool trend : {false, true})
                for (const bool damped : {false, true}) {
                    if ((damped && !trend) || (season != 'N' && !hasSeason)) continue;
                    if ((multiplicative || season == 'M') && !isPositive) continue;
                    if (season == 'M' && !multiplicative) continue;
                    if (!report(progress, -1)) return std::nullopt;
                    const auto fit =
                        fitEts(values, {multiplicative, trend, damped, season, season == 'N' ? 1 : period});
                    if (fit && std::isfinite(fit->aicc) && (!best || fit->aicc < best->aicc)) best = fit;
                }
    return best;
}

}  // namespace gatelab
