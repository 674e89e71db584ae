// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/judged_by.h"

namespace gatelab {

JudgedBy judgedBy(const std::string& task) {
    if (task == "classification" || task == "labelling") return {"accuracy", "original", MetricId::ValidationAccuracy};
    return {"mse", task == "forecast" ? "standardised" : "original", MetricId::ValidationMse};
}

}  // namespace gatelab
