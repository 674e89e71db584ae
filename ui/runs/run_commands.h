// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QUndoStack>
#include <vector>

namespace gatelab {

class QueueController;
struct QueuedRun;
class RunController;
struct RunSummary;

/// Undoable edits of the workspace's runs, for every table of runs. They go on the experiment's undo
/// stack: one Ctrl+Z for all.
void renameRun(QUndoStack& stack, RunController& runs, const QString& runId, const QString& name);
/// Colour, star, archive, tags or note of runs as in `edited`, in one step of undo; `what` names the change, e.g.
/// "tags".
void editRuns(QUndoStack& stack, RunController& runs, const std::vector<RunSummary>& edited, const QString& what);
void deleteRun(QUndoStack& stack, RunController& runs, const QString& runId);
/// In one step of undo; runs that train stay, here or in another window. The number of those that went.
int deleteRuns(QUndoStack& stack, RunController& runs, const QStringList& runIds);
/// Adds runs to the queue; undo takes out those of them that still wait.
void queueRuns(QUndoStack& stack, QueueController& queue, std::vector<QueuedRun> runs);
/// Takes a waiting run out of the queue; undo puts it back to its place. Its name; empty: it does not wait.
QString unqueueRun(QUndoStack& stack, QueueController& queue, const QString& id);
/// So many places earlier (negative) or later, as far as the waiting runs of its priority go; where there is none,
/// nothing.
void moveQueued(QUndoStack& stack, QueueController& queue, const QString& id, int by);
/// An own name for the run that a waiting entry becomes; empty: the name of its model. Not of one that goes on.
void renameQueued(QUndoStack& stack, QueueController& queue, const QString& id, const QString& name);
/// Normal, high, low in turn.
void turnPriority(QUndoStack& stack, QueueController& queue, const QString& id);

}  // namespace gatelab
