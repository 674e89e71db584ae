// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/data/metric_store.h"
#include "run/run_event.h"
#include "session/engine.h"
#include "store/workspace.h"

#include <QString>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

/// A run as the window sees it: live or loaded from the workspace, the same for every page. GUI thread (a job may build
/// one and hand it over).
struct RunView {
    QString id;
    RunSummary summary;
    MetricStore metrics;
    std::vector<RunEvent> events;                ///< states, markers, best, checkpoints, warnings in order
    RunPlanInfo plan;                            ///< as long as it is by now
    ForecastPreview preview;                     ///< newest; of the validation part
    std::vector<ForecastPreview> olderPreviews;  ///< the first and the fifth epoch of the same window
    std::vector<RunEvent> histograms;            ///< of the layers, by step
    std::vector<TestScore> baselines;            ///< validation part
    std::vector<TestScore> scores;               ///< test part
    ConfusionMatrix confusion;                   ///< test part of a task with classes
    Phrase unread;                               ///< what of its files could not be read; the rest is here
    std::uint64_t dropped = 0;
    bool live = false;
    double secondsLeft = -1;  ///< steady estimate, while it goes on; -1: not known

    void take(const MetricSample& sample);
    /// With the summary that it continues in place: a change of settings is told beside those it began with.
    void take(const RunEvent& event);
    /// What the kept weights reach in a metric of the validation part: its value at the best epoch; NaN: not measured
    /// then, or there is none yet.
    [[nodiscard]] double keptValue(MetricId id) const;
    /// Last, best and kept values of all curves, into the summary.
    void summarise();
    /// The curves of the same run as its record has them: with the samples that were dropped on the way here.
    void complete(RunView&& recorded);
    /// All of the same run as its record has it by now: another process trains it.
    void replace(RunView&& recorded);

private:
    void show(const ForecastPreview& newest);
};

/// What a marker says, in the window's language; a changed setting by its label.
QString markerText(const RunMarker& marker);
/// The same in few letters, for the picture of a chart: "lr 3e-4".
QString markerTag(const RunMarker& marker);

/// Everything of a run in the workspace, read from its folder. Blocks; call it from a job.
Result<std::shared_ptr<RunView>> loadRunView(Workspace& workspace, const std::string& id);

}  // namespace gatelab
