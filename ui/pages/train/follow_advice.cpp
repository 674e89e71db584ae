// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/follow_advice.h"

#include "common/texts.h"
#include "run/run_change.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"

#include <QCoreApplication>

namespace gatelab {

namespace {

/// Data that are open serve a run that reads the same ones the same way; others are read by the run itself.
std::shared_ptr<const Dataset> openData(const ExperimentModel& experiment, const ExperimentConfig& config) {
    return experiment.config() == config && !experiment.loading() ? experiment.dataset() : nullptr;
}

Began trainNew(ExperimentModel& experiment, RunController& runs, QueueController& queue, const RunSummary& run,
               const ExperimentConfig& config) {
    const QString id = fromUtf8(run.id);
    experiment.take(config, id,
                    QCoreApplication::translate("FollowAdvice", "what run %1 advises").arg(fromUtf8(run.name)));
    if (!runs.active()) {
        runs.start({config, openData(experiment, config), id});
        return Began::Now;
    }
    QueuedRun entry;
    entry.config = config;
    entry.parent = run.id;
    queue.add({std::move(entry)});
    return Began::Queued;
}

}  // namespace

Began followAdvice(ExperimentModel& experiment, RunController& runs, QueueController& queue, const QString& runId,
                   const AdviceAction& action) {
    const RunSummary* found = runs.findRun(runId);
    if (!found) return Began::Refused;
    const RunSummary run = *found;  // the list may be read anew meanwhile
    const ExperimentConfig config = withChanges(settingsAfter(run.config, run.changes), action.changes);
    switch (action.kind) {
        case AdviceAction::Kind::MoreEpochs:
            return trainMore(runs, queue, runId, action.epochs);
        case AdviceAction::Kind::NewRun:
            return trainNew(experiment, runs, queue, run, config);
        case AdviceAction::Kind::FindRate:
            experiment.take(config, runId,
                            QCoreApplication::translate("FollowAdvice", "settings of run %1").arg(fromUtf8(run.name)));
            return Began::Now;
        case AdviceAction::Kind::MoreSeeds:
            break;
    }
    std::vector<QueuedRun> seeds;
    for (const ExperimentConfig& seed : action.seeds) {
        QueuedRun entry;
        entry.config = seed;
        entry.parent = run.id;
        entry.why = "verdict";
        seeds.push_back(std::move(entry));
    }
    queue.add(std::move(seeds));
    return Began::Queued;
}

}  // namespace gatelab
