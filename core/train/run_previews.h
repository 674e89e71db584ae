// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/guarded.h"
#include "forecast/forecasts.h"
#include "observe/metric_tap.h"
#include "run/run_control.h"
#include "step/evaluator.h"
#include "train/run_sources.h"

#include <cstdint>
#include <functional>

namespace gatelab {

/// What validation shows after an epoch.
using PreviewOfEpoch = std::function<ForecastPreview(std::int64_t epoch)>;

/// Of numbers; empty: there is none.
PreviewOfEpoch numberPreview(const TrainPlan& plan, const Objective& objective, const Sources& sources,
                             const Guarded<PreviewBaseline>& best);

// Both at most a few times a second; also while epochs last a millisecond.
std::function<void(std::int64_t)> previewer(const PreviewOfEpoch& preview, RunReporter& reporter);
/// Of classes; empty: there are none, or too many.
std::function<void(const Evaluation&, std::int64_t)> classPreviewer(const TrainPlan& plan, const Objective& objective,
                                                                    RunReporter& reporter);

/// What is seen at the end is what the kept weights answer, however long ago the last preview was.
void previewKept(const TrainPlan& plan, const Objective& objective, const Sources& sources,
                 const PreviewOfEpoch& preview, BatchTeam* team, std::int64_t epoch, RunControl& control,
                 RunReporter& reporter);

}  // namespace gatelab
