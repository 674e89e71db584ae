// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/validation_score.h"

#include "data/recipe/recipe.h"
#include "run/selection_score.h"
#include "store/imported_run.h"
#include "store/workspace.h"

#include <limits>
#include <string_view>

namespace gatelab {

bool isStandardised(const ExperimentConfig& config) {
    int standardised = 0;
    for (const std::string& text : config.recipe) {
        const auto step = parseRecipeStep(text);
        if (!step.ok() || !step->enabled || step->key == "fill" || step->key == "calendar") continue;
        if (step->key != "standardise") return false;
        ++standardised;
    }
    return standardised == 1;
}

double validationScore(const RunSummary& run) {
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    if (!hasSettings(run)) return kUnknown;  // which score its loss is, nobody knows
    const SelectionScore judged = selectionScore(run.config);
    if (std::string_view(judged.scale) == "standardised" && !isStandardised(run.config)) return kUnknown;
    if (run.config->loss == judged.score || judged.curve == MetricId::ValidationLoss)
        return run.bestEpoch >= 0 ? judged.perCurve * run.bestValidation : kUnknown;
    const auto found = run.keptValues->find(metric(judged.curve).key);
    return found == run.keptValues->end() ? kUnknown : judged.perCurve * found->second;
}

}  // namespace gatelab
