// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/report_commands.h"

#include "app/report/write_report.h"
#include "common/language.h"
#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "runs/run_controller.h"
#include "window/log_pane.h"
#include "window/notices.h"
#include "window/status_line.h"
#include "window/window_shell.h"
#include "window/workspace_work.h"

#include <QFileDialog>
#include <QFileInfo>
#include <memory>
#include <utility>

namespace gatelab {

ReportCommands::ReportCommands(MainWindow& window, const MainWindow::Parts& parts,
                               std::function<QStringList()> chosenRuns, QObject* parent)
    : QObject(parent), window_(window), parts_(parts), chosenRuns_(std::move(chosenRuns)) {}

void ReportCommands::save() {
    const QStringList runs = chosenRuns_();
    if (runs.isEmpty()) return;
    const RunSummary* first = parts_.runs.findRun(runs.front());
    const QString title = runs.size() == 1 && first ? tr("Report of %1").arg(shownRunName(*first))
                                                    : tr("Report of %1 runs").arg(runs.size());
    const QString proposed = parts_.preferences.lastFolder() + QLatin1Char('/') +
                             (runs.size() == 1 ? runs.front() : QStringLiteral("comparison")) + QStringLiteral(".html");
    QString path = QFileDialog::getSaveFileName(&window_, title, proposed, tr("Reports (*.html)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".html");
    parts_.preferences.setLastFolder(QFileInfo(path).absolutePath());
    saveTo(path);
}

void ReportCommands::saveTo(const QString& path) {
    const auto workspace = parts_.runs.workspace();
    const std::vector<std::string> ids = toStrings(chosenRuns_());
    if (!workspace || ids.empty()) return;
    // Translations are looked up by the job: they do not change while it runs.
    ReportWording wording{parts_.language.code().replace(QLatin1Char('_'), QLatin1Char('-')).toStdString(),
                          [](const Phrase& phrase) { return translated(phrase).toStdString(); }};
    const auto missing = std::make_shared<std::vector<Phrase>>();
    const bool begun = window_.workspaceWork().start(
        tr("Writing the report"),
        [workspace, ids, path, wording = std::move(wording), engine = parts_.runs.sharedEngine(),
         missing](const Progress& progress) -> Result<QString> {
            auto written = writeReport(*workspace, ids, engine.get(), wording, toPath(path), progress);
            if (!written.ok()) return written.error();
            *missing = std::move(*written);
            return savedText(path);
        },
        [&window = window_, missing](const Result<QString>& message) {
            if (!message.ok()) return window.notices().addError(translated(message.error()));
            for (const Phrase& what : *missing) window.notices().addWarning(translated(what));
            window.log().add(*message);
            window.shell().status()->flash(*message);
        });
    if (!begun) window_.shell().status()->flash(tr("The workspace is being worked on already."));
}

}  // namespace gatelab
