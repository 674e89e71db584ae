// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_commands.h"

#include "run_controller.h"
#include "texts.h"

#include <QCoreApplication>
#include <QUndoCommand>
#include <tuple>

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

class EditCommand : public QUndoCommand {
public:
    EditCommand(RunController& runs, RunSummary before, RunSummary after, const QString& what)
        : QUndoCommand(QCoreApplication::translate("RunCommands", "change %1 of run %2").arg(what, fromUtf8(before.name))), runs_(runs), before_(std::move(before)),
          after_(std::move(after)) {}
    void undo() override { runs_.edit(before_); }
    void redo() override { runs_.edit(after_); }

private:
    RunController& runs_;
    RunSummary before_, after_;
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

void editRun(QUndoStack& stack, RunController& runs, const RunSummary& edited, const QString& what) {
    const RunSummary* run = runs.findRun(fromUtf8(edited.id));
    if (!run) return;
    const auto kept = [](const RunSummary& r) { return std::tie(r.name, r.colour, r.starred, r.archived, r.tags, r.note); };
    if (kept(*run) != kept(edited)) stack.push(new EditCommand(runs, *run, edited, what));
}

void deleteRun(QUndoStack& stack, RunController& runs, const QString& runId) {
    if (const RunSummary* run = runs.findRun(runId)) stack.push(new DeleteCommand(runs, runId, fromUtf8(run->name)));
}

}  // namespace gatelab
