// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/experiment_plan.h"
#include "data/look/insight.h"

#include <span>

namespace gatelab {

/// Takes the actions from insights for which the plan has measured that the error would grow, and says so.
void withholdCostly(std::span<const PlanLine> plan, Insights& insights);

}  // namespace gatelab
