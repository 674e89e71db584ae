// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/sequence_scores.h"

#include "baselines/sequence_baselines.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

using Labels = std::vector<std::int32_t>;

double accuracyOf(const Labels& truth, const Labels& guess) {
    std::size_t right = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) right += truth[i] == guess[i] ? 1 : 0;
    return truth.empty() ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(right) / static_cast<double>(truth.size());
}

/// Mean of the classes' F1 over the classes that occur.
double macroF1(const Labels& truth, const Labels& guess, std::int64_t classes) {
    std::vector<double> hits(static_cast<std::size_t>(classes), 0), named = hits, real = hits;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        const auto t = static_cast<std::size_t>(truth[i]), g = static_cast<std::size_t>(guess[i]);
        if (t >= real.size() || g >= named.size()) continue;
        real[t] += 1;
        named[g] += 1;
        hits[t] += t == g ? 1 : 0;
    }
    double sum = 0, count = 0;
    for (std::size_t c = 0; c < hits.size(); ++c) {
        if (real[c] + named[c] == 0) continue;
        sum += 2 * hits[c] / (real[c] + named[c]);
        count += 1;
    }
    return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

/// Share of the examples with an error above 0.04: the adding problem counts as solved below 3 of 2,560 (Hochreiter and Schmidhuber 1997).
double shareOverLimit(const TrainPlan& plan, const std::vector<double>& forecasts) {
    constexpr double kLimit = 0.04;
    const auto targets = static_cast<std::size_t>(plan.shape.targets);
    std::size_t over = 0;
    for (std::size_t i = 0; i < plan.parts.test.size(); ++i) {
        const auto& truth = plan.data.sequences->items[static_cast<std::size_t>(plan.parts.test[i])].targets;
        double worst = 0;
        for (std::size_t t = 0; t < targets && t < truth.size(); ++t) worst = std::max(worst, std::abs(forecasts[i * targets + t] - truth[t]));
        over += worst > kLimit ? 1 : 0;
    }
    return static_cast<double>(over) / static_cast<double>(plan.parts.test.size());
}

void add(const std::string& method, const char* metric, double value, std::vector<TestScore>& scores) {
    if (!std::isnan(value)) scores.push_back({method, "original", metric, value});
}

}  // namespace

Result<std::vector<TestScore>> scoreSequences(const TrainPlan& plan, const Evaluation& test, const Progress& progress) {
    std::vector<TestScore> scores;
    if (plan.shape.classes > 0) {
        add("model", "accuracy", accuracyOf(test.truth, test.predicted), scores);
        add("model", "f1", macroF1(test.truth, test.predicted, plan.shape.classes), scores);
    } else {
        add("model", "mse", test.mse, scores);
        add("model", "rmse", std::sqrt(test.mse), scores);
        add("model", "mae", test.mae, scores);
        add("model", "over_0.04", shareOverLimit(plan, test.forecasts), scores);
    }
    // What needs no network may also use what the network was validated on.
    std::vector<std::int64_t> known = plan.parts.train;
    known.insert(known.end(), plan.parts.validation.begin(), plan.parts.validation.end());
    const auto others = runSequenceBaselines(*plan.data.sequences, known, plan.parts.test, progress);
    if (!others.ok()) return others.error();
    for (const SequenceScore& other : *others) {
        add(other.key, "accuracy", other.accuracy, scores);
        add(other.key, "mse", other.mse, scores);
        add(other.key, "rmse", std::sqrt(other.mse), scores);
        add(other.key, "mae", other.mae, scores);
    }
    return scores;
}

}  // namespace gatelab
