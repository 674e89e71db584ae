// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/spread_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gatelab {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Mean of `value(i)` over the truths that are there; NaN where none is.
template <class Value>
double meanOver(std::span<const double> truth, const Value& value) {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        if (!std::isfinite(truth[i])) continue;
        sum += value(i);
        count += 1;
    }
    return count > 0 ? sum / count : kNone;
}

double normalCrps(double truth, double mean, double deviation) {
    const double z = (truth - mean) / deviation;
    const double twicePhi = std::erfc(-z / std::numbers::sqrt2),
                 density = std::exp(-z * z / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
    return deviation * (z * (twicePhi - 1) + 2 * density - std::numbers::inv_sqrtpi);
}

double normalNll(double truth, double mean, double deviation) {
    const double z = (truth - mean) / deviation;
    return 0.5 * (std::log(2 * std::numbers::pi) + z * z) + std::log(deviation);
}

}  // namespace

SpreadScores scoreSpread(std::span<const double> truth, const ForecastSpread& forecast) {
    SpreadScores scores{{}, kNone, kNone, kNone, kNone, forecast.crossed, kNone, kNone};
    scores.values = std::ranges::count_if(truth, [](double value) { return std::isfinite(value); });
    double sum = 0;
    for (std::size_t k = 0; k < forecast.levels.size(); ++k) {
        const double level = forecast.levels[k];
        const std::vector<double>& quantile = forecast.quantiles[k];
        const double pinball = meanOver(truth, [&](std::size_t i) {
            const double error = truth[i] - quantile[i];
            return std::max(level * error, (level - 1) * error);
        });
        scores.quantiles.push_back(
            {level, pinball, meanOver(truth, [&](std::size_t i) { return truth[i] <= quantile[i] ? 1.0 : 0.0; })});
        sum += pinball;
    }
    if (!forecast.levels.empty()) scores.pinball = sum / static_cast<double>(forecast.levels.size());
    if (forecast.hasInterval()) {
        const std::vector<double>&low = forecast.quantiles.front(), &high = forecast.quantiles.back();
        scores.nominal = forecast.nominalCoverage();
        scores.coverage =
            meanOver(truth, [&](std::size_t i) { return low[i] <= truth[i] && truth[i] <= high[i] ? 1.0 : 0.0; });
        scores.width = meanOver(truth, [&](std::size_t i) { return high[i] - low[i]; });
    }
    if (!forecast.deviation.empty()) {
        scores.crps = meanOver(
            truth, [&](std::size_t i) { return normalCrps(truth[i], forecast.mean[i], forecast.deviation[i]); });
        scores.nll = meanOver(
            truth, [&](std::size_t i) { return normalNll(truth[i], forecast.mean[i], forecast.deviation[i]); });
    }
    return scores;
}

}  // namespace gatelab
