// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/sequence_scores.h"

#include "baselines/sequence_baselines.h"
#include "run/test_scores.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

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

std::vector<double> testTargets(const TrainPlan& plan) {
    std::vector<double> truth;
    for (const std::int64_t number : plan.parts.test) {
        const auto& given = plan.data.sequences->items[static_cast<std::size_t>(number)].targets;
        for (std::size_t t = 0; t < static_cast<std::size_t>(plan.shape.targets); ++t) truth.push_back(t < given.size() ? given[t] : 0.0);
    }
    return truth;
}

void add(const std::string& method, const char* metric, double value, std::vector<TestScore>& scores) {
    if (!std::isnan(value)) scores.push_back({method, "original", metric, value});
}

}  // namespace

Result<std::vector<TestScore>> scoreSequences(const TrainPlan& plan, const Evaluation& test, const Progress& progress) {
    std::vector<TestScore> scores;
    if (plan.shape.classes > 0) {
        addScores("model", "original", summariseClasses(classScores(test.truth, test.predicted, plan.shape.classes)), scores);
    } else {
        add("model", "mse", test.mse, scores);
        add("model", "rmse", std::sqrt(test.mse), scores);
        add("model", "mae", test.mae, scores);
        if (!test.spread.empty()) addScores("model", "original", scoreSpread(testTargets(plan), test.spread), scores);
        add("model", "over_0.04", shareOverLimit(plan, test.forecasts), scores);
    }
    // What needs no network may also use what the network was validated on.
    std::vector<std::int64_t> known = plan.parts.train;
    known.insert(known.end(), plan.parts.validation.begin(), plan.parts.validation.end());
    auto others = scoreSequenceBaselines(*plan.data.sequences, known, plan.parts.test, progress);
    if (!others.ok()) return others.error();
    scores.insert(scores.end(), others->begin(), others->end());
    return scores;
}

Result<std::vector<TestScore>> scoreSequenceBaselines(const SequenceSet& set, const std::vector<std::int64_t>& known, const std::vector<std::int64_t>& asked,
                                                      const Progress& progress) {
    std::vector<TestScore> scores;
    const auto others = runSequenceBaselines(set, known, asked, progress);
    if (!others.ok()) return others.error();
    for (const SequenceScore& other : *others) {
        add(other.key, "accuracy", other.accuracy, scores);
        add(other.key, "mse", other.mse, scores);
        add(other.key, "rmse", std::sqrt(other.mse), scores);
        add(other.key, "mae", other.mae, scores);
    }
    return scores;
}

RunEvent confusionEvent(const TrainPlan& plan, const Evaluation& test) {
    RunEvent event;
    event.kind = RunEvent::Kind::Confusion;
    event.confusion = countAnswers(test.truth, test.predicted, plan.shape.classes, plan.data.sequences->classNames);
    return event;
}

}  // namespace gatelab
