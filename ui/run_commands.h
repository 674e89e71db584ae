// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QUndoStack>

namespace gatelab {

class RunController;

/// Undoable edits of the workspace's runs, for the dock and every table of runs. They go on the experiment's undo stack: one Ctrl+Z for all.
void renameRun(QUndoStack& stack, RunController& runs, const QString& runId, const QString& name);
void deleteRun(QUndoStack& stack, RunController& runs, const QString& runId);

}  // namespace gatelab
