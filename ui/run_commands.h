// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QUndoStack>

namespace gatelab {

class RunController;
struct RunSummary;

/// Undoable edits of the workspace's runs, for the dock and every table of runs. They go on the experiment's undo stack: one Ctrl+Z for all.
void renameRun(QUndoStack& stack, RunController& runs, const QString& runId, const QString& name);
/// Colour, star, archive, tags or note of a run as in `edited`; `what` names the change, e.g. "tags".
void editRun(QUndoStack& stack, RunController& runs, const RunSummary& edited, const QString& what);
void deleteRun(QUndoStack& stack, RunController& runs, const QString& runId);

}  // namespace gatelab
