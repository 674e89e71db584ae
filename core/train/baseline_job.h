// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "batch/batcher.h"
#include "forecast/forecasts.h"
#include "observe/metric_tap.h"
#include "plan/train_plan.h"
#include "run/metric_channel.h"
#include "run/run_control.h"
#include "store/workspace.h"

#include <atomic>
#include <thread>
#include <vector>

namespace gatelab {

/// Appends what needs no network on the windows of a part; of runs that train together on the same windows it is
/// computed once. Cancelled when progress says stop.
Result<> addForecastBaselines(const TrainPlan& plan, ExamplePart part, std::vector<TestScore>& scores,
                              const Progress& progress);

/// Scores the baselines on the validation part beside the training, on a thread of its own, and posts them as one
/// Baselines event: what the run's validation figures are held against while it learns. What the best of them forecasts
/// of the window that previews show is then left in `best`. Only for runs that are kept: a bench trains undisturbed.
/// The destructor cancels and joins; everything given outlives this.
class BaselineJob {
public:
    BaselineJob(const TrainPlan& plan, MetricChannel& channel, RunRecord* record, RunProgress& progress,
                Guarded<PreviewBaseline>& best);
    /// Blocks until they are posted: a run of a second has ended before. A word to stop or to leave ends it at once.
    void wait(const RunControl& control);

private:
    std::atomic<bool> isOver_{true};
    std::jthread thread_;  ///< the last member: it ends before what it writes
};

}  // namespace gatelab
