// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/workspace_commands.h"

#include "app/baselines/run_baselines.h"
#include "baselines/strong/strong_baselines.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "common/theme.h"
#include "runs/run_controller.h"
#include "store/workspace_care.h"
#include "window/log_pane.h"
#include "window/notices.h"
#include "window/status_line.h"
#include "window/window_shell.h"
#include "window/workspace_work.h"

#include <QDate>
#include <QDir>
#include <QFileDialog>

namespace gatelab {

WorkspaceCommands::WorkspaceCommands(MainWindow& window, const MainWindow::Parts& parts, QObject* parent)
    : QObject(parent), window_(window), parts_(parts) {
    connect(&parts_.runs, &RunController::workspaceChanged, this, [this] {
        if (!folder().empty()) parts_.preferences.addRecentWorkspace(fromPath(folder()));
    });
}

std::filesystem::path WorkspaceCommands::folder() const {
    return parts_.runs.workspace() ? parts_.runs.workspace()->folder() : std::filesystem::path();
}

void WorkspaceCommands::create() {
    const QString beside = parts_.preferences.workspaceFolder(), name = tr("Workspace");
    QString free = name;
    for (int number = 2; QFileInfo(beside).dir().exists(free); ++number)
        free = QStringLiteral("%1 %2").arg(name).arg(number);
    const QString folder = askTarget(tr("New workspace: name of its folder"), beside, free);
    if (folder.isEmpty()) return;
    const QDir there(folder);
    if (there.exists() && !there.isEmpty() && !there.exists(QStringLiteral("workspace.sqlite")))
        return window_.notices().addError(
            tr("The folder %1 is not empty; nothing was changed; make an empty one for a new workspace").arg(folder));
    if (!QDir().mkpath(folder))
        return window_.notices().addError(tr("The folder %1 cannot be made; nothing was changed").arg(folder));
    window_.openPath(folder);
}

void WorkspaceCommands::open() {
    const QString folder =
        QFileDialog::getExistingDirectory(&window_, tr("Open workspace"), parts_.preferences.workspaceFolder());
    if (!folder.isEmpty()) window_.openPath(folder);
}

QString WorkspaceCommands::askTarget(const QString& title, const QString& beside, const QString& name) const {
    return QFileDialog::getSaveFileName(&window_, title, QDir(QFileInfo(beside).path()).filePath(name), QString(),
                                        nullptr, QFileDialog::DontConfirmOverwrite);
}

void WorkspaceCommands::backUp() {
    if (folder().empty()) return;
    const QString name = QStringLiteral("%1-%2").arg(QFileInfo(fromPath(folder())).fileName(),
                                                     QDate::currentDate().toString(Qt::ISODate));
    const QString target = askTarget(tr("Back up the workspace to a new folder"), fromPath(folder()), name);
    if (target.isEmpty()) return;
    start(tr("Backing up the workspace"), [from = folder(), target](const Progress& progress) -> Result<QString> {
        const auto damaged = backUpWorkspace(from, toPath(target), progress);
        if (!damaged) return damaged.error();
        if (damaged->empty() && trashSize(from) > 0)
            return tr("Backed up to %1; it opens as a workspace. Deleted runs were left out.").arg(target);
        if (damaged->empty()) return tr("Backed up to %1; it opens as a workspace.").arg(target);
        return tr("Backed up to %1; damaged files were left out: %2.").arg(target, fromUtf8(damaged->front()));
    });
}

void WorkspaceCommands::move() {
    if (folder().empty()) return;
    const QString target = askTarget(tr("Move the workspace to a new folder"), fromPath(folder()),
                                     QFileInfo(fromPath(folder())).fileName() + QStringLiteral("-moved"));
    if (target.isEmpty()) return;
    start(
        tr("Moving the workspace"),
        [from = folder(), target](const Progress& progress) -> Result<QString> {
            if (const auto moved = moveWorkspace(from, toPath(target), progress); !moved) return moved.error();
            return tr("The workspace is now %1.").arg(target);
        },
        [&window = window_, target] { window.openPath(target); });
}

void WorkspaceCommands::compact() {
    if (folder().empty()) return;
    start(tr("Compacting the workspace"), [from = folder()](const Progress& progress) -> Result<QString> {
        const auto won = compactWorkspace(from, progress);
        if (!won) return won.error();
        return tr("The workspace is compact: %1 given back.").arg(formatBytes(static_cast<double>(*won)));
    });
}

void WorkspaceCommands::emptyTrash() {
    if (folder().empty()) return;
    const double bytes = static_cast<double>(trashSize(folder()));
    if (bytes == 0) return window_.shell().status()->flash(tr("The trash is empty."));
    window_.notices().add({Tone::Warning, tr("Deleted runs removed for good: %1.").arg(formatBytes(bytes)),
                           tr("Undo cannot bring them back."), tr("Empty the trash"),
                           QStringLiteral("empty-trash-for-good"), 0});
}

void WorkspaceCommands::computeBaselines(const QString& run) {
    const auto workspace = parts_.runs.workspace();
    const auto keys = strongKeys("all");
    if (!workspace || run.isEmpty() || !keys.ok()) return;
    start(
        tr("Computing the strong baselines"),
        [workspace, id = run.toStdString(), keys = *keys](const Progress& progress) -> Result<QString> {
            const auto kept = computeRunBaselines(*workspace, id, keys, nullptr, progress);
            if (!kept.ok()) return kept.error();
            QStringList notes;
            for (const Phrase& note : baselineNotes(*kept)) notes << translated(note);
            return notes.join(QStringLiteral("; "));
        },
        [&runs = parts_.runs] { runs.refreshRuns(); });
}

void WorkspaceCommands::cancel() { window_.workspaceWork().cancel(); }

/// Nothing can undo it: only the button of the notice leads here.
void WorkspaceCommands::removeTrash() {
    if (folder().empty()) return;
    const double bytes = static_cast<double>(trashSize(folder()));
    start(tr("Emptying the trash"), [workspace = parts_.runs.workspace(), bytes](const Progress&) -> Result<QString> {
        if (const auto emptied = workspace->emptyTrash(); !emptied) return emptied.error();
        return tr("The trash is empty: %1 given back.").arg(formatBytes(bytes));
    });
}

void WorkspaceCommands::start(const QString& title, std::function<Result<QString>(const Progress&)> work,
                              std::function<void()> done) {
    const bool begun = window_.workspaceWork().start(
        title, std::move(work), [&window = window_, done = std::move(done)](const Result<QString>& message) {
            if (!message && message.error().code != ErrorCode::Cancelled)
                return window.notices().addError(translated(message.error()));
            const QString text = message ? *message : translated(message.error());
            window.log().add(text);
            window.shell().status()->flash(text);
            if (message && done) done();
        });
    if (!begun) window_.shell().status()->flash(tr("The workspace is being worked on already."));
}

}  // namespace gatelab
