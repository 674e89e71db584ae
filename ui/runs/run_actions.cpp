// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_actions.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "runs/experiment_model.h"
#include "runs/lineage.h"
#include "runs/machines.h"
#include "runs/preflight.h"
#include "runs/queue_controller.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"

#include <QCoreApplication>
#include <algorithm>

namespace gatelab {

namespace {

QString say(const char* source) { return QCoreApplication::translate("RunActions", source); }

}  // namespace

bool isGoingOn(const RunView& run) { return run.live || isGoingOn(run.summary.state); }

bool hasEnded(RunState state) { return state == RunState::Finished || state == RunState::Interrupted; }

PlayAction playAction(const RunController& runs) {
    const auto live = runs.live(), run = runs.current();
    if (runs.active() && (!live || live == run)) {
        switch (runs.state()) {
            case RunState::Paused:
                return PlayAction::Resume;
            case RunState::Stopping:
                return PlayAction::Nothing;
            default:
                return PlayAction::Pause;
        }
    }
    return run && !run->live && run->summary.state == RunState::Interrupted && !run->id.isEmpty()
               ? PlayAction::ContinueRun
               : PlayAction::Nothing;
}

QString steerObstacle(const RunController& runs) {
    const auto live = runs.live();
    if (runs.active() && (!live || live == runs.current())) return {};
    if (live)
        return say(QT_TRANSLATE_NOOP("RunActions", "%1 trains. Open it to steer it.")).arg(shownRunName(live->summary));
    return runs.trainsElsewhere() ? say(QT_TRANSLATE_NOOP("RunActions", "Another process trains this run."))
                                  : say(QT_TRANSLATE_NOOP("RunActions", "No run is going on."));
}

QString parentOf(const ExperimentModel& experiment, const RunController& runs) {
    // Before the workspace is open nothing is known of its runs.
    return !runs.workspace() || runs.findRun(experiment.origin()) ? experiment.origin() : QString();
}

namespace {

void startFrom(RunController& runs, const ExperimentModel& experiment, const std::filesystem::path& weights,
               bool stepsOnce, const std::shared_ptr<const TrainingPlace>& place = {}) {
    const QString parent = parentOf(experiment, runs);
    if (const RunSummary* from = runs.findRun(parent);
        from && !lineageChanges(from->config, experiment.config()).empty())
        runs.log(say(QT_TRANSLATE_NOOP("RunActions", "The new run comes from %1: %2"))
                     .arg(shownRunName(*from), lineageText(from->config, experiment.config())));
    RunOrder order{experiment.config(),
                   experiment.dataset(),
                   parent.toStdString(),
                   std::max(0.0, epochForecast(experiment, runs.runs()).time.seconds),
                   weights,
                   stepsOnce};
    if (place) order.config = placedAt(*place, std::move(order.config));
    order.place = place;
    runs.start(order);
}

}  // namespace

bool trainsAtOnce(const RunController& runs, const QueueController& queue) {
    const bool isFree = !runs.active() || (runs.live() && runs.state() == RunState::Paused);
    return isFree && !queue.isBusy();
}

Began trainSettings(RunController& runs, QueueController& queue, ExperimentModel& experiment) {
    const PlaceChoice& choice = queue.place();
    const auto place = placeOf(choice);
    if (!place.ok()) {
        runs.reportProblem(translated(place.error()));
        return Began::Refused;
    }
    if (choice.kind == PlaceChoice::Kind::Cluster) {
        if (!runs.workspace()) return Began::Refused;
        queue.machines().submit(experiment.config(), choice.profile);
        return Began::Now;
    }
    if (!trainsAtOnce(runs, queue)) {
        if (!runs.workspace()) return Began::Refused;
        QueuedRun run;
        run.config = *place ? placedAt(**place, experiment.config()) : experiment.config();
        run.hosts = (*place ? (*place)->setup.hostsText() : std::string());
        run.hostProgram = *place ? (*place)->setup.program : std::string();
        run.parent = parentOf(experiment, runs).toStdString();
        run.seconds = planSeconds(experiment, runs.runs());
        queueRuns(experiment.undoStack(), queue, {std::move(run)});
        return Began::Queued;
    }
    runs.setAside();
    startFrom(runs, experiment, {}, false, *place);
    return Began::Now;
}

void startFromWeights(RunController& runs, const ExperimentModel& experiment, const std::filesystem::path& weights) {
    startFrom(runs, experiment, weights, false);
}

void stepOnce(RunController& runs, const ExperimentModel& experiment) {
    if (runs.active()) {
        if (steerObstacle(runs).isEmpty()) runs.step();
    } else if (playAction(runs) == PlayAction::ContinueRun) {
        runs.resume(runs.current()->id, 0, true);
    } else {
        startFrom(runs, experiment, {}, true);
    }
}

QString startObstacle(const ExperimentModel& experiment) {
    if (!experiment.dataError().isEmpty()) return experiment.dataError();
    for (const ConfigFinding& finding : experiment.findings())
        if (finding.severity == Severity::Error) {
            const Field* field = findField(finding.key);
            const QString reason = translated(finding.message);
            return field ? say(QT_TRANSLATE_NOOP("RunActions", "%1: %2")).arg(translated(field->label), reason)
                         : reason;
        }
    if (const auto& memory = experiment.memoryFinding(); memory && memory->severity == Severity::Error)
        return translated(memory->message);
    return {};
}

QString stateLabel(RunState state) {
    switch (state) {
        case RunState::Queued:
            return say(QT_TRANSLATE_NOOP("RunActions", "queued"));
        case RunState::Preparing:
            return say(QT_TRANSLATE_NOOP("RunActions", "preparing"));
        case RunState::Running:
            return say(QT_TRANSLATE_NOOP("RunActions", "running"));
        case RunState::Paused:
            return say(QT_TRANSLATE_NOOP("RunActions", "paused"));
        case RunState::Stopping:
            return say(QT_TRANSLATE_NOOP("RunActions", "stopping"));
        case RunState::Finished:
            return say(QT_TRANSLATE_NOOP("RunActions", "finished"));
        case RunState::Failed:
            return say(QT_TRANSLATE_NOOP("RunActions", "failed"));
        case RunState::Interrupted:
            return say(QT_TRANSLATE_NOOP("RunActions", "interrupted"));
    }
    return {};
}

}  // namespace gatelab
