// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/continue_run.h"

#include "common/texts.h"
#include "common/theme.h"
#include "config/architecture.h"
#include "config/weight_shape.h"
#include "runs/experiment_model.h"
#include "runs/lineage.h"
#include "runs/preflight.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "store/run_folder.h"
#include "store/run_weights.h"
#include "widgets/popover.h"

#include <QCoreApplication>
#include <QSpinBox>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kUsualMore = 10, kMostMore = 100000, kMostReported = 6;

QString say(const char* source) { return QCoreApplication::translate("ContinueRun", source); }

/// Why the weights of the run do not fit the data that are open; empty: they fit, or nobody knows yet.
QString dataObstacle(const RunController& runs, const RunSummary& run, const ExperimentModel& experiment) {
    const bool isKnown = !experiment.loading() && !experiment.preparing() &&
                         (experiment.prepared() || (experiment.dataset() && experiment.dataset()->sequences));
    if (!isKnown || !runs.workspace()) return {};
    const ModelShape shape = experiment.shape();
    const auto sizes = readWeightSizes(runFolderIn(runs.workspace()->folder(), run.id));
    if (!sizes.ok() || sizes->parameters == describeArchitecture(experiment.config(), shape).parameters) return {};
    const QString name = fromUtf8(run.name);
    const QString remedy =
        say(QT_TRANSLATE_NOOP("ContinueRun",
                              "A branch needs data with as many columns and classes, the same cell, hidden size and "
                              "layers. Use the settings of %1 first, or train a new run."))
            .arg(name);
    const QString what = shape.tokens == 0 && sizes->inputs > 0 && sizes->inputs != shape.inputs
                             ? say(QT_TRANSLATE_NOOP("ContinueRun",
                                                     "The weights of %1 do not fit the data: they take %2 data "
                                                     "columns, and the data that are open have %3."))
                                   .arg(name, formatCount(sizes->inputs), formatCount(shape.inputs))
                             : say(QT_TRANSLATE_NOOP("ContinueRun",
                                                     "The weights of %1 do not fit the data: its network has %2 "
                                                     "parameters, on the data that are open it would have %3."))
                                   .arg(name, formatCount(sizes->parameters),
                                        formatCount(describeArchitecture(experiment.config(), shape).parameters));
    return what + QLatin1Char(' ') + remedy;
}

Began enqueue(QueueController& queue, const RunSummary& run, std::int64_t moreEpochs, const char* why) {
    QueuedRun entry;
    entry.config = run.config;
    entry.resume = run.id;
    entry.moreEpochs = moreEpochs;
    entry.why = why;
    queue.add({std::move(entry)});
    return Began::Queued;
}

}  // namespace

Began trainMore(RunController& runs, QueueController& queue, const QString& runId, std::int64_t epochs) {
    const RunSummary* run = runs.findRun(runId);
    if (!run) return Began::Refused;
    const bool trains = runs.live() && runs.live()->id == runId;
    if (!trains && runs.active()) return enqueue(queue, *run, epochs, "more");
    runs.runMore(runId, epochs);
    return Began::Now;
}

Began continueRun(RunController& runs, QueueController& queue, const QString& runId) {
    if (std::ranges::any_of(queue.state().runs, [&runId](const QueuedRun& entry) {
            return fromUtf8(entry.resume) == runId && entry.moreEpochs == 0;
        }))
        return Began::Queued;
    if (!runs.active()) {
        runs.resume(runId);
        return Began::Now;
    }
    const RunSummary* run = runs.findRun(runId);
    const bool trains = runs.live() && runs.live()->id == runId;
    return run && !trains ? enqueue(queue, *run, 0, "continue") : Began::Refused;
}

void askMoreEpochs(const PopoverAnchor& anchor, RunController& runs, QueueController& queue, const QString& runId,
                   std::function<void(Began)> done) {
    const RunSummary* run = runs.findRun(runId);
    if (!run) return;
    auto* number = new QSpinBox;
    number->setRange(1, kMostMore);
    number->setValue(kUsualMore);
    number->selectAll();
    const QString question =
        say(QT_TRANSLATE_NOOP("ContinueRun", "How many epochs shall %1 train beyond the %2 it has begun?"))
            .arg(fromUtf8(run->name), formatCount(run->epoch));
    auto* popover = new Popover(question, number, say(QT_TRANSLATE_NOOP("ContinueRun", "Train")), anchor);
    QObject::connect(popover, &Popover::accepted, &runs, [&runs, &queue, runId, number, done = std::move(done)] {
        const Began began = trainMore(runs, queue, runId, number->value());
        if (done) done(began);
    });
    popover->open();
}

Began branchFrom(RunController& runs, QueueController& queue, const ExperimentModel& experiment, const QString& runId,
                 const QString& checkpoint) {
    const RunSummary* run = runs.findRun(runId);
    if (!run) return Began::Refused;
    std::vector<std::string> keys;
    for (const ConfigChange& change : shapeChanges(run->config, experiment.config()))
        keys.emplace_back(change.field->key);
    if (!keys.empty()) {
        runs.reportProblem(say(QT_TRANSLATE_NOOP("ContinueRun",
                                                 "The weights of %1 do not fit the network of the Model page. These "
                                                 "settings differ: %2. Use the settings of %1 "
                                                 "first and change only what keeps the shapes, or train a new run."))
                               .arg(fromUtf8(run->name), fieldNames(keys)));
        return Began::Refused;
    }
    if (const QString obstacle = dataObstacle(runs, *run, experiment); !obstacle.isEmpty()) {
        runs.reportProblem(obstacle);
        return Began::Refused;
    }
    runs.log(say(QT_TRANSLATE_NOOP("ContinueRun",
                                   "The branch of %1 takes its settings from the Model page and trains %3 "
                                   "epochs beyond those of the checkpoint. Against %1: %2."))
                 .arg(fromUtf8(run->name), lineageText(run->config, experiment.config(), kMostReported),
                      formatCount(experiment.config().epochs)));
    if (!runs.active()) {
        runs.branch({run->id, checkpoint.toStdString(), experiment.config(), experiment.config().epochs});
        return Began::Now;
    }
    QueuedRun entry;
    entry.config = experiment.config();
    entry.parent = run->id;
    entry.branchFrom = checkpoint.toStdString();
    entry.moreEpochs = experiment.config().epochs;
    entry.seconds = planSeconds(experiment, runs.runs());
    entry.why = "branch";
    queue.add({std::move(entry)});
    return Began::Queued;
}

QString queuedText(const QString& what) {
    return say(QT_TRANSLATE_NOOP("ContinueRun", "%1 waits in the queue, at the right of the status line.")).arg(what);
}

}  // namespace gatelab
