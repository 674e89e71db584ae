// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/run_edit_menu.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "models/run_columns.h"
#include "runs/queue_controller.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"
#include "store/run_name.h"
#include "widgets/popover.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <algorithm>
#include <vector>

namespace gatelab {
namespace {

constexpr int kAskWidth = 360, kNoteHeight = 120;

QString say(const char* text) { return QCoreApplication::translate("RunEditMenu", text); }

QStringList tagsOf(const RunSummary& run) { return tagsIn(fromUtf8(run.tags)); }

void askForName(const PopoverAnchor& anchor, const QString& now, const std::function<void(const QString&)>& take) {
    auto* line = new QLineEdit(now);
    line->setMaxLength(kLongestRunName);
    line->setMinimumWidth(kAskWidth);
    line->selectAll();
    auto* popover = new Popover(say(QT_TRANSLATE_NOOP("RunEditMenu", "Name of the run")), line,
                                say(QT_TRANSLATE_NOOP("RunEditMenu", "Keep")), anchor);
    QObject::connect(popover, &Popover::accepted, popover, [take, line] { take(line->text()); });
    popover->setKeepsTyped();
    popover->open();
}

}  // namespace

QStringList RunEditMenu::present(const QStringList& runIds) const {
    QStringList ids;
    for (const QString& id : runIds)
        if (runs_->findRun(id)) ids << id;
    return ids;
}

bool RunEditMenu::haveAll(const QStringList& runIds, bool RunSummary::*flag) const {
    return std::ranges::all_of(runIds, [&](const QString& id) { return runs_->findRun(id)->*flag; });
}

void RunEditMenu::fill(QMenu& menu, const QStringList& runIds, const PopoverAnchor& anchor) const {
    const QStringList ids = present(runIds);
    if (ids.isEmpty()) return;
    menu.addAction(theme_->icon(QStringLiteral("star")),
                   haveAll(ids, &RunSummary::starred) ? say(QT_TRANSLATE_NOOP("RunEditMenu", "Unstar"))
                                                      : say(QT_TRANSLATE_NOOP("RunEditMenu", "Star")),
                   &menu, [self = *this, ids] { self.turnStar(ids); });
    menu.addAction(haveAll(ids, &RunSummary::archived) ? say(QT_TRANSLATE_NOOP("RunEditMenu", "Restore from archive"))
                                                       : say(QT_TRANSLATE_NOOP("RunEditMenu", "Archive")),
                   &menu, [self = *this, ids] { self.turnArchive(ids); });
    fillColours(*menu.addMenu(say(QT_TRANSLATE_NOOP("RunEditMenu", "Colour"))), ids);
    menu.addAction(say(QT_TRANSLATE_NOOP("RunEditMenu", "Tags...")), &menu,
                   [self = *this, ids, anchor] { self.askTags(anchor, ids); });
    if (ids.size() > 1) return;
    menu.addAction(say(QT_TRANSLATE_NOOP("RunEditMenu", "Note...")), &menu,
                   [self = *this, ids, anchor] { self.askNote(anchor, ids.front()); });
}

void RunEditMenu::fillColours(QMenu& menu, const QStringList& runIds) const {
    for (int slot = 0; slot < kRunColours; ++slot)
        menu.addAction(QIcon(theme_->marker(slot)), say(QT_TRANSLATE_NOOP("RunEditMenu", "Colour %1")).arg(slot + 1),
                       &menu, [self = *this, runIds, slot] {
                           self.change(runIds, say(QT_TRANSLATE_NOOP("RunEditMenu", "colour")),
                                       [slot](RunSummary& run) { run.colour = slot; });
                       });
}

void RunEditMenu::change(const QStringList& runIds, const QString& what,
                         const std::function<void(RunSummary&)>& edit) const {
    std::vector<RunSummary> edited;
    for (const QString& id : present(runIds)) edit(edited.emplace_back(*runs_->findRun(id)));
    editRuns(*stack_, *runs_, edited, what);
}

void RunEditMenu::turn(const QStringList& runIds, const QString& what, bool RunSummary::*flag) const {
    change(runIds, what, [flag, on = !haveAll(present(runIds), flag)](RunSummary& run) { run.*flag = on; });
}

void RunEditMenu::turnStar(const QStringList& runIds) const {
    turn(runIds, say(QT_TRANSLATE_NOOP("RunEditMenu", "star")), &RunSummary::starred);
}

void RunEditMenu::turnArchive(const QStringList& runIds) const {
    turn(runIds, say(QT_TRANSLATE_NOOP("RunEditMenu", "archive")), &RunSummary::archived);
}

void RunEditMenu::askName(const PopoverAnchor& anchor, const QString& runId) const {
    const RunSummary* run = runs_->findRun(runId);
    if (!run) return;
    askForName(anchor, fromUtf8(run->name),
               [self = *this, runId](const QString& name) { renameRun(*self.stack_, *self.runs_, runId, name); });
}

void RunEditMenu::askQueuedName(const PopoverAnchor& anchor, QueueController& queue, const QString& id) const {
    const auto& waiting = queue.state().runs;
    const auto found = std::ranges::find(waiting, id.toStdString(), &QueuedRun::id);
    if (found == waiting.end()) return;
    if (!found->resume.empty()) return askName(anchor, fromUtf8(found->resume));
    askForName(anchor, fromUtf8(found->config.name),
               [self = *this, &queue, id](const QString& name) { renameQueued(*self.stack_, queue, id, name); });
}

void RunEditMenu::askTags(const PopoverAnchor& anchor, const QStringList& runIds) const {
    const QStringList ids = present(runIds);
    if (ids.isEmpty()) return;
    const RunSummary* first = runs_->findRun(ids.front());
    QStringList common = tagsOf(*first);
    for (const QString& id : ids)
        common.removeIf([other = tagsOf(*runs_->findRun(id))](const QString& tag) { return !other.contains(tag); });
    auto* line = new QLineEdit(ids.size() == 1 ? fromUtf8(first->tags) : common.join(QLatin1Char(' ')));
    line->setPlaceholderText(say(QT_TRANSLATE_NOOP("RunEditMenu", "Words with spaces or commas between them")));
    line->setMinimumWidth(kAskWidth);
    line->selectAll();
    const QString title = ids.size() == 1
                              ? say(QT_TRANSLATE_NOOP("RunEditMenu", "Tags of %1")).arg(shownRunName(*first))
                              : say(QT_TRANSLATE_NOOP("RunEditMenu", "Common tags of %1 runs")).arg(ids.size());
    auto* popover = new Popover(title, line, say(QT_TRANSLATE_NOOP("RunEditMenu", "Keep")), anchor);
    QObject::connect(popover, &Popover::accepted, popover, [self = *this, ids, line, common] {
        const QStringList written = tagsIn(line->text());
        self.change(ids, say(QT_TRANSLATE_NOOP("RunEditMenu", "tags")), [&](RunSummary& run) {
            QStringList tags = tagsOf(run);
            tags.removeIf([&](const QString& tag) { return common.contains(tag) || written.contains(tag); });
            run.tags = (tags + written).join(QLatin1Char(' ')).toStdString();
        });
    });
    popover->setKeepsTyped();
    popover->open();
}

void RunEditMenu::askNote(const PopoverAnchor& anchor, const QString& runId) const {
    const RunSummary* run = runs_->findRun(runId);
    if (!run) return;
    auto* text = new QPlainTextEdit(fromUtf8(run->note));
    text->setTabChangesFocus(true);
    text->setMinimumSize(kAskWidth, kNoteHeight);
    auto* popover = new Popover(say(QT_TRANSLATE_NOOP("RunEditMenu", "Note on %1")).arg(shownRunName(*run)), text,
                                say(QT_TRANSLATE_NOOP("RunEditMenu", "Keep")), anchor);
    QObject::connect(popover, &Popover::accepted, popover, [self = *this, runId, text] {
        self.change({runId}, say(QT_TRANSLATE_NOOP("RunEditMenu", "note")),
                    [note = text->toPlainText()](RunSummary& edited) { edited.note = note.trimmed().toStdString(); });
    });
    popover->setKeepsTyped();
    popover->open();
}

}  // namespace gatelab
