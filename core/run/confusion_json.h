// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/class_scores.h"

#include <nlohmann/json_fwd.hpp>

namespace gatelab {

/// {"classes": [names], "counts": [[row of the first class's truths], ...]}
nlohmann::ordered_json confusionToJson(const ConfusionMatrix& matrix);
/// False for anything else, and for more classes than a matrix may have.
bool confusionFromJson(const nlohmann::ordered_json& from, ConfusionMatrix& matrix);

/// The matrix with what follows from it: {"matrix": ..., "per_class": [{"class", "occurs", "answered", "precision",
/// "recall", "f1"}]}; a share of nothing is null.
nlohmann::ordered_json classReport(const ConfusionMatrix& matrix);

}  // namespace gatelab
