// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

class QMenu;
class QUndoStack;
class QWidget;

namespace gatelab {

class RunController;
struct RunSummary;
class Theme;

/// What a person may change of a run besides its name, undoable, the same from the menu bar, the palette, the project column and every table. All do nothing
/// for a run that is not there.
class RunEditMenu {
public:
    RunEditMenu(Theme& theme, RunController& runs, QUndoStack& stack) : theme_(&theme), runs_(&runs), stack_(&stack) {}

    /// Star, archive, colour, tags, note.
    void fill(QMenu& menu, const QString& runId) const;
    void fillColours(QMenu& menu, const QString& runId) const;
    void turnStar(const QString& runId) const;
    void turnArchive(const QString& runId) const;
    /// Asks in a small dialogue over `window`.
    void askTags(QWidget* window, const QString& runId) const;
    void askNote(QWidget* window, const QString& runId) const;

private:
    /// `what` names the change for undo.
    void change(const QString& runId, const QString& what, const std::function<void(RunSummary&)>& edit) const;
    Theme* theme_;
    RunController* runs_;
    QUndoStack* stack_;
};

}  // namespace gatelab
