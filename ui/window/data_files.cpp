// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/data_files.h"

#include "app/kept_data.h"
#include "app/trackers/tracker_files.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "export/raw_export.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "window/log_pane.h"
#include "window/notices.h"
#include "window/status_line.h"
#include "window/window_shell.h"
#include "window/workspace_work.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <functional>
#include <string>
#include <utility>

namespace gatelab {
namespace {

struct DataFiles {
    Q_DECLARE_TR_FUNCTIONS(DataFiles)
};

/// Work with files, and what becomes of its text.
void start(MainWindow& window, const QString& title, std::function<Result<QString>(const Progress&)> work,
           std::function<void(const QString&)> done) {
    const bool begun = window.workspaceWork().start(title, std::move(work),
                                                    [&window, done = std::move(done)](const Result<QString>& text) {
                                                        if (!text.ok())
                                                            return window.notices().addError(translated(text.error()));
                                                        done(*text);
                                                    });
    if (!begun) window.shell().status()->flash(DataFiles::tr("The workspace is being worked on already."));
}

std::filesystem::path workspaceOf(const MainWindow::Parts& parts) {
    const auto workspace = parts.runs.workspace();
    return workspace ? workspace->folder() : toPath(parts.preferences.workspaceFolder());
}

}  // namespace

bool isFolderOfData(const QString& path) {
    const QDir folder(path);
    return QFileInfo(path).isDir() && !folder.exists(QStringLiteral("workspace.sqlite")) &&
           !folder.exists(QStringLiteral("runs")) && !looksLikeTrackedRuns(toPath(path)) && holdsData(toPath(path));
}

void openPaths(MainWindow& window, const MainWindow::Parts& parts, const QStringList& paths, const Opening& opening) {
    if (paths.isEmpty()) return;
    const bool isFolder = paths.size() == 1 && opening.isData && QFileInfo(paths.front()).isDir();
    if (paths.size() == 1 && !isFolder && !isFolderOfData(paths.front()))
        return window.openPath(paths.front(), opening.asRead);
    QStringList sorted;
    for (const QString& path : paths) sorted << QFileInfo(path).absoluteFilePath();
    sorted.sort();
    start(
        window, DataFiles::tr("Looking at the files"),
        [lines = sorted.join(QLatin1Char('\n')),
         folder = opening.workspace.isEmpty() ? workspaceOf(parts) : toPath(opening.workspace)](
            const Progress& progress) -> Result<QString> {
            auto path = dataPathOf(lines.toStdString(), folder, progress);
            if (!path.ok()) return path.error();
            return fromUtf8(*path);
        },
        [&window, asRead = opening.asRead](const QString& path) { window.openPath(path, asRead); });
}

void pasteTable(MainWindow& window, const MainWindow::Parts& parts) {
    const auto kept = keepPasted(workspaceOf(parts), QGuiApplication::clipboard()->text().toStdString());
    if (!kept.ok()) return window.notices().addWarning(translated(kept.error()));
    window.openPath(fromPath(*kept));
}

void saveCells(MainWindow& window, const MainWindow::Parts& parts) {
    const ExperimentConfig config = parts.experiment.config();
    if (config.dataPath.empty())
        return window.notices().addWarning(
            DataFiles::tr("There is no file whose cells could be saved; open one first."));
    const QString folder =
        QFileDialog::getExistingDirectory(&window, DataFiles::tr("Save the cells"), parts.preferences.lastFolder());
    if (folder.isEmpty()) return;
    start(
        window, DataFiles::tr("Saving the cells"),
        [config, folder](const Progress& progress) -> Result<QString> {
            const auto written = exportRawTables(config.dataPath, config, toPath(folder), progress);
            if (!written.ok()) return written.error();
            return DataFiles::tr("%n tables are in %1.", nullptr, static_cast<int>(written->size())).arg(folder);
        },
        [&window](const QString& text) {
            window.log().add(text);
            window.shell().status()->flash(text);
        });
}

}  // namespace gatelab
