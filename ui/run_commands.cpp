// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_commands.h"

#include "run_controller.h"
#include "texts.h"

#include <QCoreApplication>
#include <QUndoCommand>

namespace gatelab {

namespace {

class RenameCommand : public QUndoCommand {
public:
    RenameCommand(RunController& runs, QString id, QString before, QString after)
        : QUndoCommand(QCoreApplication::translate("RunCommands", "rename run %1").arg(before)), runs_(runs), id_(std::move(id)), before_(std::move(before)),
          after_(std::move(after)) {}
    void undo() override { runs_.rename(id_, before_); }
    void redo() override { runs_.rename(id_, after_); }

private:
    RunController& runs_;
    QString id_, before_, after_;
};

class DeleteCommand : public QUndoCommand {
public:
    DeleteCommand(RunController& runs, QString id, const QString& name)
        : QUndoCommand(QCoreApplication::translate("RunCommands", "delete run %1").arg(name)), runs_(runs), id_(std::move(id)) {}
    void undo() override { runs_.restore(id_); }
    void redo() override { runs_.remove(id_); }

private:
    RunController& runs_;
    QString id_;
};

}  // namespace

void renameRun(QUndoStack& stack, RunController& runs, const QString& runId, const QString& name) {
    const RunSummary* run = runs.findRun(runId);
    if (!run || name.trimmed().isEmpty() || fromUtf8(run->name) == name) return;
    stack.push(new RenameCommand(runs, runId, fromUtf8(run->name), name.trimmed()));
}

void deleteRun(QUndoStack& stack, RunController& runs, const QString& runId) {
    if (const RunSummary* run = runs.findRun(runId)) stack.push(new DeleteCommand(runs, runId, fromUtf8(run->name)));
}

}  // namespace gatelab
