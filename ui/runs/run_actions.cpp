// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_actions.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "runs/experiment_model.h"
#include "runs/lineage.h"
#include "runs/preflight.h"
#include "runs/run_controller.h"

#include <QCoreApplication>
#include <algorithm>

namespace gatelab {

namespace {

QString say(const char* source) { return QCoreApplication::translate("RunActions", source); }

}  // namespace

bool isGoingOn(RunState state) {
    return state == RunState::Preparing || state == RunState::Running || state == RunState::Paused ||
           state == RunState::Stopping;
}

bool isGoingOn(const RunView& run) { return run.live || isGoingOn(run.summary.state); }

bool hasEnded(RunState state) { return state == RunState::Finished || state == RunState::Interrupted; }

PlayAction playAction(const RunController& runs, PlayPlace place) {
    if (runs.active()) {
        switch (runs.state()) {
            case RunState::Paused:
                return PlayAction::Resume;
            case RunState::Stopping:
                return PlayAction::Nothing;
            default:
                return PlayAction::Pause;
        }
    }
    const auto run = place == PlayPlace::Run ? runs.current() : nullptr;
    if (run && runs.trainsElsewhere()) return PlayAction::Nothing;
    return run && run->summary.state == RunState::Interrupted && !run->id.isEmpty() ? PlayAction::ContinueRun
                                                                                    : PlayAction::Start;
}

QString playLabel(PlayAction action) {
    switch (action) {
        case PlayAction::Pause:
            return say(QT_TRANSLATE_NOOP("RunActions", "Pause"));
        case PlayAction::Resume:
        case PlayAction::ContinueRun:
            return say(QT_TRANSLATE_NOOP("RunActions", "Continue"));
        default:
            return say(QT_TRANSLATE_NOOP("RunActions", "Play"));
    }
}

QString parentOf(const ExperimentModel& experiment, const RunController& runs) {
    // Before the workspace is open nothing is known of its runs.
    return !runs.workspace() || runs.findRun(experiment.origin()) ? experiment.origin() : QString();
}

namespace {

void startFrom(RunController& runs, const ExperimentModel& experiment, const std::filesystem::path& weights,
               bool stepsOnce) {
    const QString parent = parentOf(experiment, runs);
    if (const RunSummary* from = runs.findRun(parent))
        runs.log(say(QT_TRANSLATE_NOOP("RunActions", "The new run comes from %1: %2"))
                     .arg(shownRunName(*from), lineageText(from->config, experiment.config())));
    runs.start({experiment.config(), experiment.dataset(), parent.toStdString(),
                std::max(0.0, epochForecast(experiment, runs.runs()).time.seconds), weights, stepsOnce});
}

void playOrStep(RunController& runs, const ExperimentModel& experiment, PlayPlace place, bool stepsOnce) {
    switch (playAction(runs, place)) {
        case PlayAction::Start:
            startFrom(runs, experiment, {}, stepsOnce);
            break;
        case PlayAction::Pause:
            runs.pause(true);
            break;
        case PlayAction::Resume:
            runs.pause(false);
            break;
        case PlayAction::ContinueRun:
            runs.resume(runs.current()->id, 0, stepsOnce);
            break;
        case PlayAction::Nothing:
            break;
    }
}

}  // namespace

void play(RunController& runs, const ExperimentModel& experiment, PlayPlace place) {
    playOrStep(runs, experiment, place, false);
}

void startFromWeights(RunController& runs, const ExperimentModel& experiment, const std::filesystem::path& weights) {
    startFrom(runs, experiment, weights, false);
}

void playStep(RunController& runs, const ExperimentModel& experiment, PlayPlace place) {
    if (runs.active())
        runs.step();
    else
        playOrStep(runs, experiment, place, true);
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

QString playObstacle(const RunController& runs, const ExperimentModel& experiment, PlayPlace place) {
    const PlayAction action = playAction(runs, place);
    if (action == PlayAction::Start) return startObstacle(experiment);
    return action == PlayAction::Nothing && !runs.active()
               ? say(QT_TRANSLATE_NOOP("RunActions",
                                       "Another process trains this run. Reset clears the page for a new one."))
               : QString();
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
