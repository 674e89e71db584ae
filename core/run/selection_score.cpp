// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/selection_score.h"

#include "config/setting_predicates.h"
#include "run/heldout_scores.h"

#include <cmath>

namespace gatelab {

SelectionScore selectionScore(const std::string& task) {
    if (givesClasses(task)) return {"accuracy", "original", MetricId::ValidationAccuracy};
    return {"mse", isForecast(task) ? "standardised" : "original", MetricId::ValidationMse};
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
                           const std::string& task) {
    const SelectionScore judged = selectionScore(task);
    const std::string found = bestOf(validation, judged);
    return found.empty() ? bestOf(test, judged) : found;
}

}  // namespace gatelab
