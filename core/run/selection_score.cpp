// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/selection_score.h"

#include "config/setting_predicates.h"
#include "config/shapes/running_text.h"
#include "run/heldout_scores.h"

#include <cmath>
#include <numbers>

namespace gatelab {

SelectionScore selectionScore(const ExperimentConfig& config) {
    // Weights of classes make another loss of it.
    if (givesClasses(config) && readsText(config) && !config.classWeights)
        return {readsWords(config) ? "bits_per_word" : "bits_per_character", "original", MetricId::ValidationLoss,
                std::numbers::log2e};
    if (givesClasses(config)) return {"accuracy", "original", MetricId::ValidationAccuracy};
    return {"mse", isForecast(config) ? "standardised" : "original", MetricId::ValidationMse};
}

namespace {

std::string bestOf(const std::vector<TestScore>& scores, const SelectionScore& judged) {
    const Score* row = findScore(judged.score);
    const TestScore* best = nullptr;
    for (const TestScore& score : scores)
        if (score.method != "model" && score.metric == judged.score && score.scale == judged.scale &&
            std::isfinite(score.value) && isDecisive(scores, score.method) &&
            (best == nullptr || row->isBetter(score.value, best->value)))
            best = &score;
    return best == nullptr ? std::string() : best->method;
}

}  // namespace

std::string headlineMethod(const std::vector<TestScore>& validation, const std::vector<TestScore>& test,
                           const ExperimentConfig& config) {
    const SelectionScore judged = selectionScore(config);
    const std::string found = bestOf(validation, judged);
    return found.empty() ? bestOf(test, judged) : found;
}

}  // namespace gatelab
