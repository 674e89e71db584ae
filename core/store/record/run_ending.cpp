// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/record/run_ending.h"

#include "store/run_extension.h"
#include "store/workspace.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gatelab {

bool endedEarly(const RunSummary& run) {
    return run.state == RunState::Finished && run.epoch < run.epochs &&
           (run.config->maxSteps == 0 || run.step < run.config->maxSteps);
}

// The reason follows from the numbers, which runs of every age have: patience ends a run exactly so many epochs after
// its best one.
bool stoppedByHand(const RunSummary& run) {
    if (!endedEarly(run)) return false;
    const std::int64_t patience = settingsAfter(run.config, run.changes).earlyStop;
    return patience <= 0 || run.epoch - std::max<std::int64_t>(run.bestEpoch, 0) < patience;
}

bool changedWhileRunning(const RunSummary& run) {
    return std::ranges::any_of(run.changes, [](const RunChange& change) { return !isPlanChange(change); }) ||
           !runExtensions(run).empty();
}

bool diverged(const RunSummary& run) {
    if (run.state != RunState::Finished && run.state != RunState::Failed) return false;
    return std::ranges::any_of(std::array{MetricId::TrainLoss, MetricId::GradientNorm, MetricId::ValidationLoss},
                               [&run](MetricId id) {
                                   const auto last = run.lastValues->find(metric(id).key);
                                   return last != run.lastValues->end() && !std::isfinite(last->second);
                               });
}

double endOf(const RunSummary& run) { return run.ended > 0 ? run.ended : run.created + run.seconds; }

double plannedSeconds(const RunSummary& run) {
    double share = run.epochs > 0 ? static_cast<double>(run.epoch) / static_cast<double>(run.epochs) : 0;
    if (run.config->maxSteps > 0)
        share = std::max(share, static_cast<double>(run.step) / static_cast<double>(run.config->maxSteps));
    return share > 0 ? run.seconds / share : -1;
}

double wholeRunSeconds(const RunSummary& run) {
    if (run.state != RunState::Finished || run.seconds <= 0) return -1;
    return stoppedByHand(run) ? plannedSeconds(run) : run.seconds;
}

}  // namespace gatelab
