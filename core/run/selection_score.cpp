// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/selection_score.h"

#include "config/setting_predicates.h"

namespace gatelab {

SelectionScore selectionScore(const std::string& task) {
    if (givesClasses(task)) return {"accuracy", "original", MetricId::ValidationAccuracy};
    return {"mse", isForecast(task) ? "standardised" : "original", MetricId::ValidationMse};
}

}  // namespace gatelab
