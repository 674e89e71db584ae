// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_again.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "config/architecture.h"
#include "config/weight_shape.h"
#include "run/run_change.h"
#include "runs/experiment_model.h"
#include "runs/lineage.h"
#include "runs/preflight.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"
#include "store/record/run_folder.h"
#include "store/run_weights.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kMaxReported = 6;

QString say(const char* source) { return QCoreApplication::translate("RunAgain", source); }

/// Why the weights of the run do not fit the network of the Model page; empty: they fit.
QString shapeObstacle(const RunSummary& run, const ExperimentModel& experiment) {
    std::vector<std::string> keys;
    for (const ConfigChange& change : shapeChanges(run.config, experiment.config()))
        keys.emplace_back(change.field->key);
    if (keys.empty()) return {};
    return say(QT_TRANSLATE_NOOP("RunAgain",
                                 "Weights of %1 do not fit the Model page, these differ: %2. Use the settings of %1 "
                                 "first, or train a new run."))
        .arg(shownRunName(run), fieldNames(keys));
}

/// Why the weights of the run do not fit the data that are open; empty: they fit, or nobody knows yet.
QString dataObstacle(const RunController& runs, const RunSummary& run, const ExperimentModel& experiment) {
    const bool isKnown = !experiment.loading() && !experiment.preparing() &&
                         (experiment.prepared() || (experiment.dataset() && experiment.dataset()->sequences));
    if (!isKnown || !runs.workspace()) return {};
    const ModelShape shape = experiment.shape();
    const auto sizes = readWeightSizes(runFolderIn(runs.workspace()->folder(), run.id));
    if (!sizes.ok() || sizes->parameters == describeArchitecture(experiment.config(), shape).parameters) return {};
    const QString name = shownRunName(run);
    const QString remedy = say(QT_TRANSLATE_NOOP("RunAgain",
                                                 "A branch needs the same columns, classes, cell, size and layers. Use "
                                                 "the settings of %1 first, or train a new run."))
                               .arg(name);
    const QString what =
        shape.tokens == 0 && shape.tables.empty() && sizes->inputs > 0 && sizes->inputs != shape.inputs
            ? say(QT_TRANSLATE_NOOP("RunAgain", "Weights of %1 take %2 data columns, the open data have %3."))
                  .arg(name, formatCount(sizes->inputs), formatCount(shape.inputs))
            : say(QT_TRANSLATE_NOOP("RunAgain", "The network of %1 has %2 parameters, on the open data %3."))
                  .arg(name, formatCount(sizes->parameters),
                       formatCount(describeArchitecture(experiment.config(), shape).parameters));
    return what + QLatin1Char(' ') + remedy;
}

QString obstacleOf(const RunController& runs, const ExperimentModel& experiment, const RunSummary& run,
                   const RunAgain& choice) {
    if (!choice.checkpoint.isEmpty())
        if (const QString none = checkpointObstacle(run, choice.checkpoint); !none.isEmpty())
            return say(QT_TRANSLATE_NOOP("RunAgain", "There is no such checkpoint: %1.")).arg(none);
    if (!choice.asOnModelPage) return {};
    if (QString obstacle = startObstacle(experiment); !obstacle.isEmpty()) return obstacle;
    if (choice.checkpoint.isEmpty()) return {};
    const QString shape = shapeObstacle(run, experiment);
    return shape.isEmpty() ? dataObstacle(runs, run, experiment) : shape;
}

QString textOf(const RunSummary& run, const RunAgain& choice, const ExperimentConfig& config) {
    const std::vector<ConfigChange> changed = lineageChanges(settingsAt(run, choice.checkpoint), config);
    const QString changes = changesText(changed, kMaxReported);
    const QString epochs = formatCount(config.epochs);
    if (choice.checkpoint == QLatin1String("best"))
        return say(QT_TRANSLATE_NOOP("RunAgain", "Branches at epoch %1, trains %2 epochs: %3."))
            .arg(formatCount(run.bestEpoch), epochs, changes);
    if (!choice.checkpoint.isEmpty())
        return say(QT_TRANSLATE_NOOP("RunAgain", "Branches at step %1, trains %2 epochs: %3."))
            .arg(formatCount(choice.checkpoint == QLatin1String("last") ? run.step : choice.checkpoint.toLongLong()),
                 epochs, changes);
    if (changed.empty())
        return say(QT_TRANSLATE_NOOP(
                       "RunAgain",
                       "%1 epochs from the start, same settings and seed: the same numbers on this machine."))
            .arg(epochs);
    return say(QT_TRANSLATE_NOOP("RunAgain", "%1 epochs from the start: %2.")).arg(epochs, changes);
}

}  // namespace

ExperimentConfig settingsAt(const RunSummary& run, const QString& checkpoint) {
    if (checkpoint.isEmpty()) return run.config;
    std::vector<RunChange> before = run.changes;
    if (checkpoint == QLatin1String("best"))
        std::erase_if(before, [&run](const RunChange& change) { return change.epoch > run.bestEpoch; });
    else if (checkpoint != QLatin1String("last"))
        std::erase_if(before, [step = checkpoint.toLongLong()](const RunChange& change) { return change.step > step; });
    return settingsAfter(run.config, before);
}

QString checkpointObstacle(const RunSummary& run, const QString& checkpoint) {
    if (run.step <= 0) return say(QT_TRANSLATE_NOOP("RunAgain", "no step was made"));
    if (checkpoint == QLatin1String("best") && run.bestEpoch < 0)
        return say(QT_TRANSLATE_NOOP("RunAgain", "no validation loss was measured"));
    return {};
}

PlannedRun planAgain(const RunController& runs, const ExperimentModel& experiment, const RunSummary& run,
                     const RunAgain& choice) {
    PlannedRun planned;
    QueuedRun& to = planned.run;
    to.config = choice.asOnModelPage ? experiment.config() : settingsAt(run, choice.checkpoint);
    if (choice.seed) to.config.seed = *choice.seed;
    to.parent = run.id;
    if (!choice.checkpoint.isEmpty()) {
        to.branchFrom = choice.checkpoint.toStdString();
        to.moreEpochs = to.config.epochs;
        to.why = "branch";
    } else if (!choice.asOnModelPage) {
        to.why = "repeat";
    }
    planned.text = textOf(run, choice, to.config);
    planned.obstacle = obstacleOf(runs, experiment, run, choice);
    return planned;
}

Began runAgain(RunController& runs, QueueController& queue, ExperimentModel& experiment, const QString& runId,
               const RunAgain& choice) {
    const RunSummary* run = runs.findRun(runId);
    if (!run) return Began::Refused;
    PlannedRun planned = planAgain(runs, experiment, *run, choice);
    if (!planned.obstacle.isEmpty()) {
        runs.reportProblem(planned.obstacle);
        return Began::Refused;
    }
    runs.log(say(QT_TRANSLATE_NOOP("RunAgain", "%1 is run again. %2")).arg(shownRunName(*run), planned.text));
    return startOrQueue(runs, queue, experiment, std::move(planned.run));
}

Began startOrQueue(RunController& runs, QueueController& queue, ExperimentModel& experiment, QueuedRun run) {
    const bool isOpen = run.config == experiment.config() && !experiment.loading();
    if (runs.active()) {
        if (isOpen) run.seconds = planSeconds(experiment, runs.runs());
        queueRuns(experiment.undoStack(), queue, {std::move(run)});
        return Began::Queued;
    }
    RunOrder order = orderOf(run);
    if (isOpen && order.isNew()) {  // else it reads its own data
        order.data = experiment.dataset();
        order.epochSeconds = std::max(0.0, epochForecast(experiment, runs.runs()).time.seconds);
    }
    runs.start(order);
    return Began::Now;
}

}  // namespace gatelab
