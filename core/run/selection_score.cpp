// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/selection_score.h"

namespace gatelab {

SelectionScore selectionScore(const std::string& task) {
    if (task == "classification" || task == "labelling") return {"accuracy", "original", MetricId::ValidationAccuracy};
    return {"mse", task == "forecast" ? "standardised" : "original", MetricId::ValidationMse};
}

}  // namespace gatelab
