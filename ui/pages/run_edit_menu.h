// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <functional>

class QMenu;
class QUndoStack;

namespace gatelab {

struct PopoverAnchor;
class QueueController;
class RunController;
struct RunSummary;
class Theme;

/// What a person may change of runs besides their names, in one step of undo, the same from the menu bar, the palette,
/// every table. All do nothing for a run that is not there.
class RunEditMenu {
public:
    RunEditMenu(Theme& theme, RunController& runs, QUndoStack& stack) : theme_(&theme), runs_(&runs), stack_(&stack) {}

    /// Star, archive, colour, tags and, of a single run, the note; tags and note are asked for at the anchor.
    void fill(QMenu& menu, const QStringList& runIds, const PopoverAnchor& anchor) const;
    void fillColours(QMenu& menu, const QStringList& runIds) const;
    /// All get the star, or, where all have it, lose it; the same with the archive.
    void turnStar(const QStringList& runIds) const;
    void turnArchive(const QStringList& runIds) const;
    /// Asks in place, at the anchor. Of several runs the tags that all have are asked for; what each has besides stays.
    void askTags(const PopoverAnchor& anchor, const QStringList& runIds) const;
    void askName(const PopoverAnchor& anchor, const QString& runId) const;
    /// Of a run that waits; `id`: of its entry.
    void askQueuedName(const PopoverAnchor& anchor, QueueController& queue, const QString& id) const;
    void askNote(const PopoverAnchor& anchor, const QString& runId) const;

private:
    /// `what` names the change for undo.
    void change(const QStringList& runIds, const QString& what, const std::function<void(RunSummary&)>& edit) const;
    void turn(const QStringList& runIds, const QString& what, bool RunSummary::*flag) const;
    [[nodiscard]] bool haveAll(const QStringList& runIds, bool RunSummary::*flag) const;
    [[nodiscard]] QStringList present(const QStringList& runIds) const;
    Theme* theme_;
    RunController* runs_;
    QUndoStack* stack_;
};

}  // namespace gatelab
