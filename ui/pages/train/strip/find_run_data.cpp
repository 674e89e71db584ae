// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/strip/find_run_data.h"

#include "app/run_data.h"
#include "common/background_job.h"
#include "common/responder.h"
#include "common/texts.h"
#include "runs/run_controller.h"
#include "store/record/run_folder.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>

namespace gatelab {

namespace {
QString say(const char* source) { return QCoreApplication::translate("FindRunData", source); }
}  // namespace

void findRunData(QWidget& asking, RunController& runs, const QString& runId) {
    const RunSummary* run = runs.findRun(runId);
    if (!run || !runs.workspace()) return;
    const QString was = fromUtf8(run->config->dataPath), name = QFileInfo(was).fileName();
    const QString found = QFileDialog::getOpenFileName(
        &asking, say(QT_TRANSLATE_NOOP("FindRunData", "Where is %1 now?")).arg(name), QFileInfo(was).path(),
        QStringLiteral("%1;;%2 (*)").arg(name, say(QT_TRANSLATE_NOOP("FindRunData", "All files"))));
    if (found.isEmpty()) return;
    auto* job = new BackgroundJob(&runs);
    job->run<Result<>>(
        [folder = runFolderIn(runs.workspace()->folder(), runId.toStdString()), config = *run->config,
         file = toPath(found)](const Progress&) { return linkRunData(folder, config, file); },
        [job, &runs, was, name, asking = QPointer(&asking)](const Result<>& linked) {
            job->deleteLater();
            if (!linked.ok()) return runs.reportProblem(translated(linked.error()));
            if (asking)
                responderOf(*asking).reportDone(
                    say(QT_TRANSLATE_NOOP("FindRunData", "%1 is linked at %2.")).arg(name, QFileInfo(was).path()));
        });
}

}  // namespace gatelab
