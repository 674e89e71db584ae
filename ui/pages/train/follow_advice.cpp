// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/follow_advice.h"

#include "common/run_words.h"
#include "common/start_guard.h"
#include "common/texts.h"
#include "run/run_change.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"

#include <QCoreApplication>

#include <utility>

namespace gatelab {

namespace {

Began trainNew(ExperimentModel& experiment, RunController& runs, QueueController& queue, const RunSummary& run,
               const ExperimentConfig& config) {
    experiment.take(config, fromUtf8(run.id),
                    QCoreApplication::translate("FollowAdvice", "what run %1 advises").arg(shownRunName(run)));
    QueuedRun entry;
    entry.config = config;
    entry.parent = run.id;
    return startOrQueue(runs, queue, experiment, std::move(entry));
}

}  // namespace

void guardAdvice(QWidget& page, const RunController& runs, const QString& runId, const AdviceAction& action,
                 std::function<void()> follow) {
    const bool isNew = action.kind == AdviceAction::Kind::NewRun || action.kind == AdviceAction::Kind::MoreSeeds;
    const RunSummary* run = isNew ? runs.findRun(runId) : nullptr;
    if (!run) return follow();
    guardStart(page, settingsAfter(run->config, run->changes), std::move(follow));
}

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
                            QCoreApplication::translate("FollowAdvice", "settings of run %1").arg(shownRunName(run)));
            return Began::Now;
        case AdviceAction::Kind::ChangeNow:
            if (const auto live = runs.live(); !live || live->id != runId) return Began::Refused;  // it has ended since
            for (const AdviceAction::Change& change : action.changes) runs.change({change.field->key, change.value});
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
    queueRuns(experiment.undoStack(), queue, std::move(seeds));
    return Began::Queued;
}

}  // namespace gatelab
