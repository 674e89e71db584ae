// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/run_import.h"

#include "app/trackers/import_runs.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "models/run_board.h"
#include "runs/run_controller.h"
#include "store/imported_run.h"
#include "window/log_pane.h"
#include "window/notices.h"
#include "window/status_line.h"
#include "window/window_shell.h"
#include "window/workspace_work.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>

#include <memory>

namespace gatelab {

namespace {

struct RunImports {
    Q_DECLARE_TR_FUNCTIONS(RunImports)
};

}  // namespace

void importRunsInto(MainWindow& window, const MainWindow::Parts& parts, const QString& path) {
    const auto workspace = parts.runs.workspace();
    if (!workspace) return window.notices().addWarning(RunImports::tr("No workspace is open; open one first."));
    const QString from = parts.preferences.lastFolder();
    QString file = path;
    if (path.isEmpty())
        file = QFileDialog::getExistingDirectory(
            &window, RunImports::tr("Import runs: a folder of TensorBoard, MLflow, Trackio or W&B"), from);
    else if (path == kAnyRunFile)
        file = QFileDialog::getOpenFileName(
            &window, RunImports::tr("Import runs: a database, a log or an event file"), from,
            RunImports::tr("Runs (%1)").arg(QStringLiteral("*.db *.sqlite *.sqlite3 *.wandb *tfevents* *.gatelab")) +
                QStringLiteral(";;") + RunImports::tr("All files (*)"));
    if (file.isEmpty()) return;
    parts.preferences.setLastFolder(QFileInfo(file).absolutePath());
    const auto opened = std::make_shared<OpenedBundle>();
    const bool begun = window.workspaceWork().start(
        RunImports::tr("Importing runs"),
        [workspace, file, opened](const Progress& progress) -> Result<QString> {
            auto done = gatelab::importRuns(*workspace, toPath(file), progress);
            if (!done.ok()) return done.error();
            *opened = std::move(*done);
            if (opened->runs.empty()) return RunImports::tr("All of its runs are in the workspace already.");
            return opened->runs.size() == 1
                       ? RunImports::tr("One run is in the workspace now.")
                       : RunImports::tr("%1 runs are in the workspace now.").arg(opened->runs.size());
        },
        [&window, parts, opened](const Result<QString>& message) {
            if (!message.ok()) return window.notices().addError(translated(message.error()));
            constexpr std::size_t kMostNotes = 3;
            for (std::size_t i = 0; i < opened->notes.size(); ++i)
                if (i < kMostNotes)
                    window.notices().addWarning(translated(opened->notes[i]));
                else
                    window.log().add(translated(opened->notes[i]));
            window.log().add(*message);
            window.shell().status()->flash(*message);
            parts.runs.refreshRuns();
            if (opened->runs.empty()) return;
            const auto run = parts.runs.workspace() ? parts.runs.workspace()->run(opened->runs.front())
                                                    : Result<RunSummary>(Error{});
            if (run.ok() && !hasSettings(*run)) parts.board.setScope(parts.board.scopeOf(*run));
            window.showPage(QStringLiteral("compare"));
        });
    if (!begun) window.shell().status()->flash(RunImports::tr("The workspace is being worked on already."));
}

}  // namespace gatelab
