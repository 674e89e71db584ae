// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_edit_menu.h"

#include "run_commands.h"
#include "run_controller.h"
#include "texts.h"
#include "theme.h"

#include <QCoreApplication>
#include <QInputDialog>
#include <QMenu>
#include <QPainter>

namespace gatelab {
namespace {

QString say(const char* text) { return QCoreApplication::translate("RunEditMenu", text); }

QIcon markerIcon(const Theme& theme, int slot) {
    QPixmap pixmap(16, 16);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    Theme::drawMarker(painter, QPointF(8, 8), slot, theme.runColour(slot), 10);
    return QIcon(pixmap);
}

}  // namespace

void RunEditMenu::fill(QMenu& menu, const QString& runId) const {
    const RunSummary* run = runs_->findRun(runId);
    if (!run) return;
    menu.addAction(theme_->icon(QStringLiteral("star")), run->starred ? say(QT_TRANSLATE_NOOP("RunEditMenu", "Take the star away")) : say(QT_TRANSLATE_NOOP("RunEditMenu", "Star")), &menu,
                   [self = *this, runId] { self.turnStar(runId); });
    menu.addAction(run->archived ? say(QT_TRANSLATE_NOOP("RunEditMenu", "Bring back from the archive"))
                                 : say(QT_TRANSLATE_NOOP("RunEditMenu", "Archive, hidden unless the filter says archived = 1")),
                   &menu, [self = *this, runId] { self.turnArchive(runId); });
    fillColours(*menu.addMenu(say(QT_TRANSLATE_NOOP("RunEditMenu", "Colour"))), runId);
    menu.addAction(say(QT_TRANSLATE_NOOP("RunEditMenu", "Write tags...")), &menu, [self = *this, runId, window = menu.parentWidget()] { self.askTags(window, runId); });
    menu.addAction(say(QT_TRANSLATE_NOOP("RunEditMenu", "Write a note...")), &menu, [self = *this, runId, window = menu.parentWidget()] { self.askNote(window, runId); });
}

void RunEditMenu::fillColours(QMenu& menu, const QString& runId) const {
    for (int slot = 0; slot < kRunSlots; ++slot)
        menu.addAction(markerIcon(*theme_, slot), say(QT_TRANSLATE_NOOP("RunEditMenu", "Colour %1")).arg(slot + 1), &menu,
                       [self = *this, runId, slot] { self.change(runId, say(QT_TRANSLATE_NOOP("RunEditMenu", "colour")), [slot](RunSummary& run) { run.colour = slot; }); });
}

void RunEditMenu::change(const QString& runId, const QString& what, const std::function<void(RunSummary&)>& edit) const {
    const RunSummary* run = runs_->findRun(runId);
    if (!run) return;
    RunSummary edited = *run;
    edit(edited);
    editRun(*stack_, *runs_, edited, what);
}

void RunEditMenu::turnStar(const QString& runId) const {
    change(runId, say(QT_TRANSLATE_NOOP("RunEditMenu", "star")), [](RunSummary& run) { run.starred = !run.starred; });
}

void RunEditMenu::turnArchive(const QString& runId) const {
    change(runId, say(QT_TRANSLATE_NOOP("RunEditMenu", "archive")), [](RunSummary& run) { run.archived = !run.archived; });
}

void RunEditMenu::askTags(QWidget* window, const QString& runId) const {
    const RunSummary* run = runs_->findRun(runId);
    if (!run) return;
    bool given = false;
    const QString tags = QInputDialog::getText(window, say(QT_TRANSLATE_NOOP("RunEditMenu", "Tags of %1")).arg(fromUtf8(run->name)), say(QT_TRANSLATE_NOOP("RunEditMenu", "Words with spaces between them:")),
                                               QLineEdit::Normal, fromUtf8(run->tags), &given);
    if (given) change(runId, say(QT_TRANSLATE_NOOP("RunEditMenu", "tags")), [&tags](RunSummary& edited) { edited.tags = tags.simplified().toStdString(); });
}

void RunEditMenu::askNote(QWidget* window, const QString& runId) const {
    const RunSummary* run = runs_->findRun(runId);
    if (!run) return;
    bool given = false;
    const QString note = QInputDialog::getMultiLineText(window, say(QT_TRANSLATE_NOOP("RunEditMenu", "Note on %1")).arg(fromUtf8(run->name)), say(QT_TRANSLATE_NOOP("RunEditMenu", "Kept with the run:")),
                                                        fromUtf8(run->note), &given);
    if (given) change(runId, say(QT_TRANSLATE_NOOP("RunEditMenu", "note")), [&note](RunSummary& edited) { edited.note = note.trimmed().toStdString(); });
}

}  // namespace gatelab
