// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/share_commands.h"

#include "app/report/run_bundle.h"
#include "app/report/write_report.h"
#include "common/language.h"
#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "runs/run_controller.h"
#include "window/log_pane.h"
#include "window/notices.h"
#include "window/run_import.h"
#include "window/status_line.h"
#include "window/window_shell.h"
#include "window/workspace_work.h"

#include <QFileDialog>
#include <QFileInfo>
#include <memory>
#include <utility>

namespace gatelab {

ShareCommands::ShareCommands(MainWindow& window, const MainWindow::Parts& parts,
                             std::function<QStringList()> chosenRuns, QObject* parent)
    : QObject(parent), window_(window), parts_(parts), chosenRuns_(std::move(chosenRuns)) {}

QString ShareCommands::nameFor(const QString& suffix) const {
    const QStringList runs = chosenRuns_();
    return parts_.preferences.lastFolder() + QLatin1Char('/') +
           (runs.size() == 1 ? runs.front() : QStringLiteral("runs")) + suffix;
}

void ShareCommands::write(const QString& title, const QString& path,
                          std::function<Result<Written>(const Progress&)> work) {
    parts_.preferences.setLastFolder(QFileInfo(path).absolutePath());
    const auto missing = std::make_shared<Written>();
    const bool begun = window_.workspaceWork().start(
        title,
        [path, missing, work = std::move(work)](const Progress& progress) -> Result<QString> {
            auto written = work(progress);
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

void ShareCommands::saveReport() {
    const QStringList runs = chosenRuns_();
    if (runs.isEmpty()) return;
    const RunSummary* first = parts_.runs.findRun(runs.front());
    const QString title = runs.size() == 1 && first ? tr("Report of %1").arg(shownRunName(*first))
                                                    : tr("Report of %1 runs").arg(runs.size());
    QString path =
        QFileDialog::getSaveFileName(&window_, title, nameFor(QStringLiteral(".html")), tr("Reports (*.html)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".html");
    writeReportTo(path);
}

void ShareCommands::writeReportTo(const QString& path) {
    const auto workspace = parts_.runs.workspace();
    const std::vector<std::string> ids = toStrings(chosenRuns_());
    if (!workspace || ids.empty()) return;
    ReportWording wording{parts_.language.code().replace(QLatin1Char('_'), QLatin1Char('-')).toStdString(),
                          [](const Phrase& phrase) { return translated(phrase).toStdString(); }};
    write(tr("Writing the report"), path,
          [workspace, ids, path, wording = std::move(wording),
           engine = parts_.runs.sharedEngine()](const Progress& progress) {
              return writeReport(*workspace, ids, engine.get(), wording, toPath(path), progress);
          });
}

void ShareCommands::saveBundle() {
    const auto workspace = parts_.runs.workspace();
    const std::vector<std::string> ids = toStrings(chosenRuns_());
    if (!workspace || ids.empty()) return;
    const QString withData = tr("Runs with their data (*.gatelab)"), plain = tr("Runs without data (*.gatelab)");
    QString kind = withData;
    QString path =
        QFileDialog::getSaveFileName(&window_, tr("Bundle for another computer"), nameFor(QLatin1String(kBundleSuffix)),
                                     withData + QStringLiteral(";;") + plain, &kind);
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QLatin1String(kBundleSuffix);
    write(tr("Packing the bundle"), path,
          [workspace, ids, path, isWithData = kind == withData](const Progress& progress) -> Result<Written> {
              const auto left = writeBundle(*workspace, ids, isWithData, toPath(path), progress);
              if (!left.ok()) return left.error();
              Written told;
              for (const std::string& file : *left)
                  told.push_back({GATELAB_TEXT("Bundle", "left out, for it is damaged: %1"), {file}});
              return told;
          });
}

void ShareCommands::openBundle(const QString& path) {
    const auto workspace = parts_.runs.workspace();
    if (!workspace) return window_.notices().addWarning(tr("No workspace is open; open one first."));
    const QString file = !path.isEmpty()
                             ? path
                             : QFileDialog::getOpenFileName(&window_, tr("Open a bundle"),
                                                            parts_.preferences.lastFolder(), tr("Bundles (*.gatelab)"));
    if (!file.isEmpty()) importRunsInto(window_, parts_, file);
}

}  // namespace gatelab
