// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "observe/metric_tap.h"
#include "plan/train_plan.h"
#include "run/run_event.h"

namespace gatelab {

/// What this run is trained on, and where.
RunIdentity identityOf(const TrainPlan& plan);

/// Warns where a run that goes on, or its parent where it is a branch, was trained on other data until now; true: it
/// was.
bool reportOtherData(const RunIdentity& identity, std::int64_t step, RunReporter& reporter);

}  // namespace gatelab
