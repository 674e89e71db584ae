// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

std::span<const Score> scores() {
    using F = ForecastScores;
    static constexpr Score table[] = {{"mse", "MSE", false, &F::mse},   {"rmse", "RMSE", false, &F::rmse},    {"mae", "MAE", false, &F::mae},
                                      {"mase", "MASE", false, &F::mase}, {"r2", "R²", true, &F::r2},           {"smape", "sMAPE", false, &F::smape},
                                      {"accuracy", "accuracy", true, nullptr}, {"f1", "F1", true, nullptr},
                                      {"over_0.04", "share over 0.04", false, nullptr}};
    return table;
}

const Score* findScore(std::string_view key) {
    const auto found = std::ranges::find_if(scores(), [&](const Score& score) { return key == score.key; });
    return found == scores().end() ? nullptr : &*found;
}

ForecastScores scoreForecast(std::span<const double> truth, std::span<const double> forecast, double scaleMae) {
    ForecastScores scores;
    double squares = 0, absolutes = 0, relatives = 0, mean = 0, spread = 0;
    for (std::size_t i = 0; i < truth.size() && i < forecast.size(); ++i) {
        if (!std::isfinite(truth[i])) continue;
        scores.values += 1;
        const double error = forecast[i] - truth[i], size = std::abs(forecast[i]) + std::abs(truth[i]);
        squares += error * error;
        absolutes += std::abs(error);
        relatives += size > 0 ? std::abs(error) / size : std::abs(error);
        // Welford's update: one pass, no cancellation.
        const double distance = truth[i] - mean;
        mean += distance / static_cast<double>(scores.values);
        spread += distance * (truth[i] - mean);
    }
    const auto count = static_cast<double>(scores.values);
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    scores.mse = scores.values > 0 ? squares / count : kNone;
    scores.rmse = std::sqrt(scores.mse);
    scores.mae = scores.values > 0 ? absolutes / count : kNone;
    scores.mase = scaleMae > 0 ? scores.mae / scaleMae : kNone;
    scores.smape = scores.values > 0 ? 200 * relatives / count : kNone;
    scores.r2 = spread > 0 ? 1 - squares / spread : kNone;
    return scores;
}

OriginalScorer::OriginalScorer(const PreparedSeries& prepared, const WindowSet& windows, std::int64_t season) {
    const std::size_t targets = prepared.targets.size(), horizon = static_cast<std::size_t>(windows.horizon);
    truth_.resize(windows.starts.size() * horizon * targets);
    for (std::size_t t = 0; t < targets; ++t) {
        const std::vector<double>& values = prepared.originalTarget(t);
        const RowRange train = prepared.split.train;
        Scale scale;
        double count = 0, squares = 0, seasonCount = 0;
        for (std::int64_t row = train.begin; row < train.end; ++row)
            if (const double value = values[static_cast<std::size_t>(row)]; std::isfinite(value)) scale.mean += value, count += 1;
        scale.mean = count > 0 ? scale.mean / count : 0;
        for (std::int64_t row = train.begin; row < train.end; ++row) {
            const double value = values[static_cast<std::size_t>(row)];
            if (!std::isfinite(value)) continue;
            squares += (value - scale.mean) * (value - scale.mean);
            if (row - season < train.begin) continue;
            const double error = std::abs(value - values[static_cast<std::size_t>(row - season)]);
            if (std::isfinite(error)) scale.seasonError += error, seasonCount += 1;
        }
        if (count > 0 && squares > 0) scale.deviation = std::sqrt(squares / count);
        scale.seasonError = seasonCount > 0 ? scale.seasonError / seasonCount : 0;
        scales_.push_back(scale);
        for (std::size_t w = 0; w < windows.starts.size(); ++w)
            for (std::size_t h = 0; h < horizon; ++h)
                truth_[(w * horizon + h) * targets + t] = values[static_cast<std::size_t>(windows.starts[w] + windows.lookback) + h];
    }
}

ScoredForecast OriginalScorer::score(std::span<const double> values) const {
    const std::size_t targets = scales_.size();
    double error = 0, standardisedError = 0;
    for (const Scale& scale : scales_) {
        error += scale.seasonError / static_cast<double>(targets);
        standardisedError += scale.seasonError / scale.deviation / static_cast<double>(targets);
    }
    std::vector<double> truth(truth_.size()), forecast(truth_.size());
    for (std::size_t i = 0; i < truth.size(); ++i) {
        const Scale& scale = scales_[i % targets];
        truth[i] = (truth_[i] - scale.mean) / scale.deviation;
        forecast[i] = (values[i] - scale.mean) / scale.deviation;
    }
    return {scoreForecast(truth, forecast, standardisedError), scoreForecast(truth_, values, error)};
}

Result<ScoredForecast> scorePrepared(const PreparedSeries& prepared, const WindowSet& windows, std::span<const double> values) {
    const std::size_t targets = prepared.targets.size(), horizon = static_cast<std::size_t>(windows.horizon);
    if (values.size() != windows.starts.size() * horizon * targets)
        return Error{ErrorCode::Internal,
                     "a forecast of " + std::to_string(values.size()) + " values was given for " + std::to_string(windows.starts.size() * horizon * targets)};
    std::vector<double> original(values.size()), steps(horizon);
    for (std::size_t w = 0; w < windows.starts.size(); ++w)
        for (std::size_t t = 0; t < targets; ++t) {
            for (std::size_t h = 0; h < horizon; ++h) steps[h] = values[(w * horizon + h) * targets + t];
            prepared.invert(t, windows.starts[w] + windows.lookback - 1, steps);
            for (std::size_t h = 0; h < horizon; ++h) original[(w * horizon + h) * targets + t] = steps[h];
        }
    return OriginalScorer(prepared, windows, findSeason(prepared)).score(original);
}

}  // namespace gatelab
