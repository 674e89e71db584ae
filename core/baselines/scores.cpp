// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/scores.h"

#include "base/sum_of_squares.h"
#include "base/text.h"
#include "data/many/prepare_many.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gatelab {

std::span<const Score> scores() {
    using F = ForecastScores;
    using B = Score::Better;
    static constexpr Score table[] = {
        {"mse", "MSE", B::Lower, &F::mse},
        {"rmse", "RMSE", B::Lower, &F::rmse},
        {"mae", "MAE", B::Lower, &F::mae},
        {"mase", "MASE", B::Lower, &F::mase},
        {"r2", "R²", B::Higher, &F::r2},
        {"kge", "KGE", B::Higher, &F::kge, false, true},
        {"smape", "sMAPE", B::Lower, &F::smape},
        {"pinball", GATELAB_TEXT("Scores", "pinball").source, B::Lower},
        {"crps", "CRPS", B::Lower},
        {"nll", "NLL", B::Lower},
        {"coverage", GATELAB_TEXT("Scores", "coverage").source, B::Neither, nullptr, true},
        {"coverage_nominal", GATELAB_TEXT("Scores", "nominal coverage").source, B::Neither, nullptr, true},
        {"width", GATELAB_TEXT("Scores", "interval width").source, B::Neither},
        {"crossed", GATELAB_TEXT("Scores", "crossed quantiles").source, B::Lower, nullptr, true},
        {"bits_per_character", GATELAB_TEXT("Scores", "bits per character").source, B::Lower, nullptr, true},
        {"bits_per_word", GATELAB_TEXT("Scores", "bits per word").source, B::Lower, nullptr, true},
        {"perplexity", GATELAB_TEXT("Scores", "perplexity").source, B::Lower, nullptr, true},
        {"accuracy", GATELAB_TEXT("Scores", "accuracy").source, B::Higher, nullptr, true},
        {"f1", "F1", B::Higher, nullptr, true},
        {"precision", GATELAB_TEXT("Scores", "precision").source, B::Higher, nullptr, true},
        {"recall", GATELAB_TEXT("Scores", "recall").source, B::Higher, nullptr, true},
        {"over_0.04", GATELAB_TEXT("Scores", "share over 0.04").source, B::Lower, nullptr, true},
    };
    return table;
}

bool Score::isBetter(double a, double b) const {
    if (better == Better::Neither) return false;
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
    return better == Better::Higher ? a > b : a < b;
}

bool Score::beats(double a, double b) const { return isBetter(a, b) && !isSameScore(a, b); }

bool isSameScore(double a, double b) {
    constexpr double kShare = 1e-6;
    return a == b || (std::isfinite(a - b) && std::abs(a - b) <= kShare * std::max(std::abs(a), std::abs(b)));
}

const Score* findScore(std::string_view key) {
    const auto found = std::ranges::find_if(scores(), [&](const Score& score) { return key == score.key; });
    return found == scores().end() ? nullptr : &*found;
}

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Kling-Gupta efficiency of the values first, first + every, ...
double klingGupta(std::span<const double> truth, std::span<const double> forecast, std::size_t first,
                  std::size_t every) {
    // It knows no unit: the squares of huge numbers are kept from overflowing.
    double largest = 0;
    for (std::size_t i = first; i < truth.size() && i < forecast.size(); i += every)
        if (std::isfinite(truth[i])) largest = std::max({largest, std::abs(truth[i]), std::abs(forecast[i])});
    const double scale = largest > 1e100 ? 1 / largest : 1;
    double count = 0, meanTruth = 0, meanForecast = 0, spreadTruth = 0, spreadForecast = 0, together = 0;
    for (std::size_t i = first; i < truth.size() && i < forecast.size(); i += every) {
        if (!std::isfinite(truth[i])) continue;
        count += 1;
        const double now = truth[i] * scale, told = forecast[i] * scale;
        const double ofTruth = now - meanTruth, ofForecast = told - meanForecast;
        meanTruth += ofTruth / count, meanForecast += ofForecast / count;
        spreadTruth += ofTruth * (now - meanTruth);
        spreadForecast += ofForecast * (told - meanForecast);
        together += ofTruth * (told - meanForecast);
    }
    if (!(spreadTruth > 0) || !(spreadForecast > 0) || meanTruth == 0) return kNone;
    const double r = together / std::sqrt(spreadTruth) / std::sqrt(spreadForecast),
                 alpha = std::sqrt(spreadForecast) / std::sqrt(spreadTruth), beta = meanForecast / meanTruth;
    return 1 - std::hypot(r - 1, alpha - 1, beta - 1);
}

/// What one target has by itself; NaN where its truth gives nothing to divide by.
struct TargetScores {
    double mase = kNone, r2 = kNone;
    bool hasTruth = false, hasSpread = false;
};

/// Of the values first, first + every, ...
TargetScores scoreTarget(std::span<const double> truth, std::span<const double> forecast, std::size_t first,
                         std::size_t every, double seasonError) {
    SumOfSquares errors;
    double absolutes = 0, mean = 0, spread = 0, count = 0;
    for (std::size_t i = first; i < truth.size() && i < forecast.size(); i += every) {
        if (!std::isfinite(truth[i])) continue;
        count += 1;
        errors.add(forecast[i] - truth[i]);
        absolutes += std::abs(forecast[i] - truth[i]);
        // Welford's update: one pass, no cancellation.
        const double distance = truth[i] - mean;
        mean += distance / count;
        spread += distance * (truth[i] - mean);
    }
    TargetScores scores{kNone, kNone, count > 0, spread > 0};
    if (count > 0 && seasonError > 0) scores.mase = absolutes / count / seasonError;
    if (!(spread > 0)) return scores;
    scores.r2 = 1 - errors.sum() / spread;
    if (!std::isinf(spread) && !std::isinf(errors.sum())) return scores;
    // Squares larger than any number
    SumOfSquares distances;
    for (std::size_t i = first; i < truth.size() && i < forecast.size(); i += every)
        if (std::isfinite(truth[i])) distances.add(truth[i] - mean);
    scores.r2 = 1 - errors.over(distances);
    return scores;
}

}  // namespace

ForecastScores scoreForecast(std::span<const double> truth, std::span<const double> forecast,
                             std::span<const double> seasonErrors) {
    ForecastScores scores;
    SumOfSquares squares;
    double absolutes = 0, relatives = 0;
    for (std::size_t i = 0; i < truth.size() && i < forecast.size(); ++i) {
        if (!std::isfinite(truth[i])) continue;
        scores.values += 1;
        const double error = forecast[i] - truth[i], size = std::abs(forecast[i]) + std::abs(truth[i]);
        squares.add(error);
        absolutes += std::abs(error);
        relatives += size > 0 ? std::abs(error) / size : std::abs(error);
    }
    const auto count = static_cast<double>(scores.values);
    scores.mse = scores.values > 0 ? squares.sum() / count : kNone;
    scores.rmse = scores.values > 0 ? squares.rootMean(count) : kNone;
    scores.mae = scores.values > 0 ? absolutes / count : kNone;
    scores.smape = scores.values > 0 ? 200 * relatives / count : kNone;
    scores.targets = static_cast<std::int64_t>(seasonErrors.size());
    double mase = 0, r2 = 0, kge = 0, withSeason = 0, withSpread = 0, withKge = 0;
    for (std::size_t target = 0; target < seasonErrors.size(); ++target) {
        const TargetScores one = scoreTarget(truth, forecast, target, seasonErrors.size(), seasonErrors[target]);
        // NaN of a forecast that is no number stays in the mean; what has no season or no spread is not in it.
        if (one.hasTruth && seasonErrors[target] > 0) mase += one.mase, withSeason += 1;
        if (one.hasSpread) r2 += one.r2, withSpread += 1;
        const double own = klingGupta(truth, forecast, target, seasonErrors.size());
        if (!std::isnan(own)) kge += own, withKge += 1;
    }
    scores.mase = withSeason > 0 ? mase / withSeason : kNone;
    scores.r2 = withSpread > 0 ? r2 / withSpread : kNone;
    scores.kge = withKge > 0 ? kge / withKge : kNone;
    return scores;
}

OriginalScorer::Scale OriginalScorer::scaleOf(const PreparedSeries& prepared, std::size_t target, std::int64_t season) {
    const std::span<const double> values = prepared.originalTarget(target);
    const RowRange train = prepared.split.train;
    Scale scale;
    SumOfSquares squares;
    double count = 0, seasonCount = 0;
    for (std::int64_t row = train.begin; row < train.end; ++row)
        if (const double value = values[static_cast<std::size_t>(row)]; std::isfinite(value))
            scale.mean += value, count += 1;
    scale.mean = count > 0 ? scale.mean / count : 0;
    for (std::int64_t row = train.begin; row < train.end; ++row) {
        const double value = values[static_cast<std::size_t>(row)];
        if (!std::isfinite(value)) continue;
        squares.add(value - scale.mean);
        if (row - season < train.begin) continue;
        const double error = std::abs(value - values[static_cast<std::size_t>(row - season)]);
        if (std::isfinite(error)) scale.seasonError += error, seasonCount += 1;
    }
    if (count > 0 && squares.sum() > 0) scale.deviation = squares.rootMean(count);
    scale.seasonError = seasonCount > 0 ? scale.seasonError / seasonCount : 0;
    // What is left of a period that repeats exactly is rounding, no error to divide by.
    if (scale.seasonError < 1e-9 * scale.deviation) scale.seasonError = 0;
    return scale;
}

OriginalScorer::OriginalScorer(const PreparedSeries& prepared, const WindowSet& windows,
                               std::span<const std::int64_t> seasons)
    : targets_(prepared.targets.size()), perWindow_(static_cast<std::size_t>(windows.horizon) * targets_) {
    const std::size_t horizon = static_cast<std::size_t>(windows.horizon);
    truth_.resize(windows.starts.size() * perWindow_);
    for (std::size_t t = 0; t < targets_; ++t) {
        const std::span<const double> values = prepared.originalTarget(t);
        if (manyOf(prepared) == nullptr) scales_.push_back(scaleOf(prepared, t, seasons[t]));
        for (std::size_t w = 0; w < windows.starts.size(); ++w)
            for (std::size_t h = 0; h < horizon; ++h)
                truth_[(w * horizon + h) * targets_ + t] =
                    values[static_cast<std::size_t>(windows.starts[w] + windows.lookback) + h];
    }
    if (manyOf(prepared) == nullptr) return;
    memberOf_.resize(windows.starts.size());
    for (const MemberWindows& one : windowsByMember(prepared, windows)) {
        const std::vector<std::int64_t> own = findSeasons(*one.member->prepared);
        for (const std::size_t place : one.places) memberOf_[place] = scales_.size() / targets_;
        for (std::size_t t = 0; t < targets_; ++t) scales_.push_back(scaleOf(*one.member->prepared, t, own[t]));
    }
}

std::vector<double> OriginalScorer::standardised(std::span<const double> values) const {
    std::vector<double> all(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Scale& scale = scaleAt(i);
        all[i] = (values[i] - scale.mean) / scale.deviation;
    }
    return all;
}

ForecastScores OriginalScorer::scored(std::span<const double> truth, std::span<const double> values,
                                      bool isStandardised) const {
    const auto errorsOf = [&](std::size_t member) {
        std::vector<double> errors;
        for (std::size_t t = 0; t < targets_; ++t) {
            const Scale& scale = scales_[member * targets_ + t];
            errors.push_back(isStandardised ? scale.seasonError / scale.deviation : scale.seasonError);
        }
        return errors;
    };
    if (memberOf_.empty()) return scoreForecast(truth, values, errorsOf(0));
    const std::size_t members = scales_.size() / targets_;
    ForecastScores all = scoreForecast(truth, values, std::vector<double>(targets_, 0.0));
    std::vector<std::vector<double>> ownTruth(members), ownValues(members);
    for (std::size_t i = 0; i < truth.size() && i < values.size(); ++i) {
        const std::size_t member = memberOf_[i / perWindow_];
        ownTruth[member].push_back(truth[i]), ownValues[member].push_back(values[i]);
    }
    std::array<double, 3> sums{}, counts{};
    constexpr std::array kMeans = {&ForecastScores::mase, &ForecastScores::r2, &ForecastScores::kge};
    for (std::size_t m = 0; m < members; ++m) {
        const ForecastScores own = scoreForecast(ownTruth[m], ownValues[m], errorsOf(m));
        for (std::size_t k = 0; k < kMeans.size(); ++k)
            if (const double value = own.*kMeans[k]; !std::isnan(value)) sums[k] += value, counts[k] += 1;
    }
    for (std::size_t k = 0; k < kMeans.size(); ++k) all.*kMeans[k] = counts[k] > 0 ? sums[k] / counts[k] : kNone;
    return all;
}

ScoredForecast OriginalScorer::score(std::span<const double> values) const {
    return {scored(standardised(truth_), standardised(values), true), scored(truth_, values, false)};
}

ScoredSpread OriginalScorer::score(const ForecastSpread& spread) const {
    ForecastSpread other;
    other.levels = spread.levels;
    other.crossed = spread.crossed;
    for (const std::vector<double>& quantile : spread.quantiles) other.quantiles.push_back(standardised(quantile));
    other.mean = standardised(spread.mean);
    for (std::size_t i = 0; i < spread.deviation.size(); ++i)
        other.deviation.push_back(spread.deviation[i] / scaleAt(i).deviation);
    return {scoreSpread(standardised(truth_), other), scoreSpread(truth_, spread)};
}

Result<ScoredForecast> scorePrepared(const PreparedSeries& prepared, const WindowSet& windows,
                                     std::span<const double> values) {
    const std::size_t targets = prepared.targets.size(), horizon = static_cast<std::size_t>(windows.horizon);
    if (values.size() != windows.starts.size() * horizon * targets)
        return Error{ErrorCode::Internal, "a forecast of " + std::to_string(values.size()) + " values was given for " +
                                              std::to_string(windows.starts.size() * horizon * targets)};
    std::vector<double> original(values.size()), steps(horizon);
    for (std::size_t w = 0; w < windows.starts.size(); ++w)
        for (std::size_t t = 0; t < targets; ++t) {
            for (std::size_t h = 0; h < horizon; ++h) steps[h] = values[(w * horizon + h) * targets + t];
            prepared.invert(t, windows.starts[w] + windows.lookback - 1, steps);
            for (std::size_t h = 0; h < horizon; ++h) original[(w * horizon + h) * targets + t] = steps[h];
        }
    return OriginalScorer(prepared, windows, findSeasons(prepared)).score(original);
}

}  // namespace gatelab
