// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/sequence_scores.h"

#include "baselines/sequence_baselines.h"
#include "config/tasks/driven_system.h"
#include "data/sequences/running_text.h"
#include "run/heldout_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

/// Share of the examples with an error above 0.04: the adding problem counts as solved below 3 of 2,560 (Hochreiter and
/// Schmidhuber 1997).
double shareOverLimit(const std::vector<double>& truth, const std::vector<double>& forecasts, std::size_t targets) {
    constexpr double kLimit = 0.04;
    std::size_t over = 0;
    for (std::size_t first = 0; first < truth.size(); first += targets) {
        double worst = 0;
        for (std::size_t i = first; i < first + targets; ++i)
            worst = std::max(worst, std::abs(forecasts[i] - truth[i]));
        over += worst > kLimit ? 1 : 0;
    }
    return static_cast<double>(over * targets) / static_cast<double>(truth.size());
}

void add(const std::string& method, const char* metric, double value, std::vector<TestScore>& scores) {
    if (!std::isnan(value)) scores.push_back({method, "original", metric, value});
}

}  // namespace

std::vector<double> trueNumbers(const TrainPlan& plan, const std::vector<std::int64_t>& sequences) {
    std::vector<double> truth;
    for (const std::int64_t number : sequences) {
        const auto& given = plan.data.sequences->items[static_cast<std::size_t>(number)].targets;
        for (std::size_t t = 0; t < static_cast<std::size_t>(plan.shape.targets); ++t)
            truth.push_back(t < given.size() ? given[t] : std::numeric_limits<double>::quiet_NaN());
    }
    return truth;
}

std::vector<TestScore> scoreSequences(const TrainPlan& plan, ExamplePart part, const Evaluation& evaluation) {
    std::vector<TestScore> scores;
    if (plan.shape.classes > 0) {
        // Weights of classes make another loss of it.
        const SequenceSet& set = *plan.data.sequences;
        if (isRunningText(set) && !plan.config.classWeights)
            addTextScores("model", evaluation.loss, textTokensOf(set) == TextTokens::Words, scores);
        addScores("model", "original",
                  summariseClasses(classScores(evaluation.truth, evaluation.predicted, plan.shape.classes)), scores);
        return scores;
    }
    const std::vector<double> truth = trueNumbers(plan, sequencesOf(plan, part));
    const auto known = std::ranges::count_if(truth, [](double value) { return !std::isnan(value); });
    if (known == 0) return scores;
    const bool isWhole = known == std::ssize(truth);
    const ForecastScores more = scoreForecast(truth, evaluation.forecasts,
                                              std::vector<double>(static_cast<std::size_t>(plan.shape.targets), 0.0));
    const double mse = isWhole ? evaluation.mse : more.mse;
    add("model", "mse", mse, scores);
    add("model", "rmse", std::sqrt(mse), scores);
    add("model", "mae", isWhole ? evaluation.mae : more.mae, scores);
    add("model", "r2", more.r2, scores);
    add("model", "kge", more.kge, scores);
    if (!isWhole) return scores;
    if (!evaluation.spread.empty()) addScores("model", "original", scoreSpread(truth, evaluation.spread), scores);
    // What the adding problem is judged by says nothing of a river
    if (!isDrivenSystem(plan.config))
        add("model", "over_0.04",
            shareOverLimit(truth, evaluation.forecasts, static_cast<std::size_t>(plan.shape.targets)), scores);
    return scores;
}

Result<> addBaselines(const SequenceSet& set, const std::vector<std::int64_t>& known,
                      const std::vector<std::int64_t>& asked, std::vector<TestScore>& scores,
                      const Progress& progress) {
    const auto baselines = runSequenceBaselines(set, known, asked, progress);
    if (!baselines.ok()) return baselines.error();
    for (const SequenceScore& baseline : *baselines) addScores(baseline, scores);
    return {};
}

ConfusionMatrix confusionOf(const TrainPlan& plan, const Evaluation& evaluation) {
    return countAnswers(evaluation.truth, evaluation.predicted, plan.shape.classes, plan.data.sequences->classNames);
}

}  // namespace gatelab
