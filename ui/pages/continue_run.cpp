// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/continue_run.h"

#include "config/weight_shape.h"
#include "experiment_model.h"
#include "lineage.h"
#include "run_controller.h"
#include "texts.h"
#include "theme.h"

#include <QCoreApplication>
#include <QInputDialog>

namespace gatelab {

namespace {

constexpr int kUsualMore = 10, kMostMore = 100000;

QString say(const char* source) { return QCoreApplication::translate("ContinueRun", source); }

}  // namespace

void askMoreEpochs(QWidget& above, RunController& runs, const QString& runId, std::function<void()> started) {
    const RunSummary* run = runs.findRun(runId);
    if (!run) return;
    auto* question = new QInputDialog(&above);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setWindowTitle(say(QT_TRANSLATE_NOOP("ContinueRun", "Train more epochs")));
    question->setLabelText(say(QT_TRANSLATE_NOOP("ContinueRun", "How many epochs shall %1 train beyond the %2 it has begun?")).arg(fromUtf8(run->name), formatCount(run->epoch)));
    question->setInputMode(QInputDialog::IntInput);
    question->setIntRange(1, kMostMore);
    question->setIntValue(kUsualMore);
    QObject::connect(question, &QInputDialog::intValueSelected, &runs, [&runs, runId, started = std::move(started)](int epochs) {
        runs.runMore(runId, epochs);
        if (started) started();
    });
    question->open();
}

bool branchFrom(RunController& runs, const ExperimentModel& experiment, const QString& runId, const QString& checkpoint) {
    const RunSummary* run = runs.findRun(runId);
    if (!run) return false;
    if (runs.active()) {
        Q_EMIT runs.problem(say(QT_TRANSLATE_NOOP("ContinueRun", "A run trains already. Stop it or wait for its end, then branch.")), {});
        return false;
    }
    std::vector<std::string> keys;
    for (const ConfigChange& change : shapeChanges(run->config, experiment.config())) keys.emplace_back(change.field->key);
    if (!keys.empty()) {
        Q_EMIT runs.problem(say(QT_TRANSLATE_NOOP("ContinueRun", "The weights of %1 do not fit the network of the Model page. These settings differ: %2. Use the settings of %1 "
                                                                 "first and change only what keeps the shapes, or train a new run.")).arg(fromUtf8(run->name), fieldNames(keys)), {});
        return false;
    }
    runs.branch({run->id, checkpoint.toStdString(), experiment.config(), experiment.config().epochs});
    return true;
}

}  // namespace gatelab
