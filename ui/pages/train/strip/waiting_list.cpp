// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/strip/waiting_list.h"

#include "common/responder.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "models/strip_segments.h"
#include "pages/run_edit_menu.h"
#include "runs/lineage.h"
#include "runs/queue_controller.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/popover.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequence>
#include <QPushButton>
#include <QShortcut>
#include <QTreeWidget>
#include <QUndoStack>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kRowHeight = 26, kRows = 5, kTimesMs = 1000;
constexpr std::size_t kMaxListed = 200;
enum Column { kName, kSeed, kWhat, kWhy, kPriority, kTime, kColumns };

QString say(const char* source) { return QCoreApplication::translate("WaitingList", source); }

QString whyText(const std::string& why) {
    if (why == "verdict") return say(QT_TRANSLATE_NOOP("WaitingList", "verdict"));
    if (why == "repeat") return say(QT_TRANSLATE_NOOP("WaitingList", "repeat"));
    if (why == "branch") return say(QT_TRANSLATE_NOOP("WaitingList", "branch"));
    if (why == "continue") return say(QT_TRANSLATE_NOOP("WaitingList", "continue"));
    if (why == "sweep") return say(QT_TRANSLATE_NOOP("WaitingList", "sweep"));
    return why == "more" ? say(QT_TRANSLATE_NOOP("WaitingList", "more epochs")) : fromUtf8(why);
}

/// What it does with its parent, or with the run that goes on.
QString whatText(const QueuedRun& run, const RunSummary* parent) {
    if (!run.resume.empty())
        return run.moreEpochs > 0
                   ? say(QT_TRANSLATE_NOOP("WaitingList", "trains %1 epochs more")).arg(formatCount(run.moreEpochs))
                   : say(QT_TRANSLATE_NOOP("WaitingList", "goes on"));
    const QString changed = parent ? lineageText(parent->config, run.config) : QString();
    if (run.branchFrom.empty()) return changed;
    const QString name = parent ? shownRunName(*parent) : fromUtf8(run.parent);
    const QString text =
        run.branchFrom == "last"
            ? say(QT_TRANSLATE_NOOP("WaitingList", "branch from the last checkpoint of %1")).arg(name)
        : run.branchFrom == "best"
            ? say(QT_TRANSLATE_NOOP("WaitingList", "branch from the best checkpoint of %1")).arg(name)
            : say(QT_TRANSLATE_NOOP("WaitingList", "branch from step %1 of %2")).arg(fromUtf8(run.branchFrom), name);
    return changed.isEmpty() ? text : say(QT_TRANSLATE_NOOP("WaitingList", "%1: %2")).arg(text, changed);
}

QString priorityText(int priority) {
    return priority > 0   ? say(QT_TRANSLATE_NOOP("WaitingList", "high"))
           : priority < 0 ? say(QT_TRANSLATE_NOOP("WaitingList", "low"))
                          : say(QT_TRANSLATE_NOOP("WaitingList", "normal"));
}

}  // namespace

WaitingList::WaitingList(Theme& theme, RunController& runs, QueueController& queue, QUndoStack& undo, QWidget* parent)
    : Card(tr("Waiting"), {}, parent),
      theme_(&theme),
      runs_(&runs),
      queue_(&queue),
      undo_(&undo),
      why_(new WrappedLabel("note")),
      list_(new QTreeWidget),
      goOn_(makeButton(theme.icon(QStringLiteral("play")), {}, this, &WaitingList::goOn)),
      together_(new QPushButton(tr("Together"))),
      pause_(new QPushButton) {
    setBodyPadding(0);
    auto* reason = new QHBoxLayout;
    reason->setContentsMargins(12, 0, 12, 8);
    reason->addWidget(why_, 1);
    goOn_->setProperty("compact", true);
    reason->addWidget(goOn_, 0, Qt::AlignTop);
    body()->addLayout(reason);
    list_->setColumnCount(kColumns);
    list_->setHeaderLabels({tr("Run"), tr("Seed"), tr("From its parent"), tr("For"), tr("Priority"), tr("Time")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setAccessibleName(tr("Runs that wait"));
    for (const int column : {kSeed, kWhy, kPriority, kTime})
        list_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    for (const int column : {kName, kWhat}) list_->header()->setSectionResizeMode(column, QHeaderView::Stretch);
    list_->header()->setStretchLastSection(false);
    list_->setTextElideMode(Qt::ElideRight);
    list_->setFixedHeight(qRound(kRowHeight * theme.textScale()) * (kRows + 1) + 8);
    body()->addWidget(list_);
    addEdits();
    addWhole();
    new QShortcut(Qt::Key_F2, list_, this, &WaitingList::askName, Qt::WidgetShortcut);
    connect(list_, &QTreeWidget::itemDoubleClicked, this, [this](const QTreeWidgetItem*, int column) {
        if (column == kName) askName();
    });
    for (auto signal : {&QueueController::changed, &QueueController::heldChanged})
        connect(queue_, signal, this, &WaitingList::refresh);
    for (auto signal : {&RunController::runsChanged, &RunController::stateChanged})
        connect(runs_, signal, this, &WaitingList::refresh);
    connect(queue_, &QueueController::edited, this, [this](const std::string& id) { choose(fromUtf8(id)); });
    times_.setInterval(kTimesMs);
    connect(&times_, &QTimer::timeout, this, [this] {
        if (isVisible() && runs_->active()) showTimes();
    });
    times_.start();
    refresh();
}

/// Of the chosen run.
void WaitingList::addEdits() {
    const auto add = [this](const QString& text, const char* icon, const QString& tip, const QKeySequence& keys,
                            auto act) {
        const auto actOnChosen = [this, act] {
            const auto* item = list_->currentItem();
            const QString id = item ? item->data(kName, Qt::UserRole).toString() : QString();
            if (!id.isEmpty()) act(id);
        };
        auto* button = makeButton(theme_->icon(QLatin1String(icon)), text, this, actOnChosen);
        button->setProperty("compact", true);
        button->setToolTip(
            keys.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
        button->setAccessibleName(tip);
        addHeaderWidget(button);
        edits_.push_back(button);
        if (!keys.isEmpty()) new QShortcut(keys, list_, this, actOnChosen, Qt::WidgetShortcut);
    };
    add(tr("Earlier"), "chevron-up", tr("Moves the chosen run one place up"), Qt::ALT | Qt::Key_Up,
        [this](const QString& id) { moveQueued(*undo_, *queue_, id, -1); });
    add(tr("Later"), "chevron-down", tr("Moves the chosen run one place down"), Qt::ALT | Qt::Key_Down,
        [this](const QString& id) { moveQueued(*undo_, *queue_, id, 1); });
    add(tr("Priority"), "sliders", tr("Normal, high, low in turn: runs of higher priority go first"), {},
        [this](const QString& id) { turnPriority(*undo_, *queue_, id); });
    add(tr("Remove"), "trash", tr("Takes the chosen run out of the queue"), QKeySequence::Delete,
        [this](const QString& id) { remove(id); });
}

/// Of the whole queue.
void WaitingList::addWhole() {
    together_->setCheckable(true);
    together_->setToolTip(tr(
        "Runs on the CPU train in parallel, one core each, in a separate process: the same numbers, all done sooner"));
    pause_->setToolTip(tr("While paused, no waiting run starts; the one that trains goes on"));
    for (QPushButton* button : {together_, pause_}) {
        button->setProperty("compact", true);
        addHeaderWidget(button);
    }
    connect(together_, &QPushButton::clicked, this, [this](bool on) { queue_->setTogether(on); });
    connect(pause_, &QPushButton::clicked, this, [this] { queue_->setPaused(!queue_->state().paused); });
}

void WaitingList::remove(const QString& id) {
    const QString name = unqueueRun(*undo_, *queue_, id);
    if (!name.isEmpty())
        responderOf(*this).reportDone(tr("%1 is taken out of the queue; undo brings it back.").arg(name));
}

void WaitingList::askName() {
    const QTreeWidgetItem* item = list_->currentItem();
    const QString id = item ? item->data(kName, Qt::UserRole).toString() : QString();
    if (!id.isEmpty())
        RunEditMenu(*theme_, *runs_, *undo_)
            .askQueuedName(PopoverAnchor(list_->viewport(), list_->visualItemRect(item)), *queue_, id);
}

void WaitingList::choose(const QString& id) {
    for (int row = 0; row < list_->topLevelItemCount(); ++row)
        if (QTreeWidgetItem* item = list_->topLevelItem(row); item->data(kName, Qt::UserRole).toString() == id)
            return list_->setCurrentItem(item);
    returning_ = id;
}

void WaitingList::takeKeys() { list_->setFocus(Qt::OtherFocusReason); }

QString WaitingList::reason() const {
    const RunQueue::State& state = queue_->state();
    if (state.runs.empty()) return tr("No run waits. Ctrl+R lets one wait while another one trains.");
    const auto live = runs_->live();
    if (live && runs_->state() == RunState::Paused)
        return tr("They wait for %1, which is paused.").arg(shownRunName(live->summary));
    if (state.paused) return tr("The queue is paused: what trains goes on, and no waiting run starts.");
    if (queue_->held()) return tr("They wait: %1.").arg(queue_->heldFor());
    if (live) return tr("They wait until %1 has ended.").arg(shownRunName(live->summary));
    return runs_->active() ? tr("They wait for the run that is starting.") : QString();
}

QString WaitingList::remedy() const {
    const RunQueue::State& state = queue_->state();
    const auto live = runs_->live();
    if (state.runs.empty()) return {};
    if (live && runs_->state() == RunState::Paused) return tr("Continue %1").arg(shownRunName(live->summary));
    return state.paused ? tr("Continue the queue") : QString();
}

void WaitingList::goOn() {
    if (runs_->live() && runs_->state() == RunState::Paused)
        runs_->pause(false);
    else
        queue_->setPaused(false);
}

void WaitingList::showReason() {
    const QString why = reason(), help = remedy();
    why_->setFullText(why);
    why_->setVisible(!why.isEmpty());
    goOn_->setText(help);
    goOn_->setVisible(!help.isEmpty());
}

void WaitingList::refresh() {
    const RunQueue::State& state = queue_->state();
    const auto& waiting = state.runs;
    for (QPushButton* edit : edits_) edit->setEnabled(!waiting.empty());
    together_->setChecked(state.together);
    pause_->setText(state.paused ? tr("Continue") : tr("Pause"));
    pause_->setIcon(theme_->icon(state.paused ? QStringLiteral("play") : QStringLiteral("pause")));
    showReason();
    const QString chosen =
        list_->currentItem() ? list_->currentItem()->data(kName, Qt::UserRole).toString() : QString();
    const int place = std::max(0, list_->indexOfTopLevelItem(list_->currentItem()));
    list_->clear();
    const QueuePlan plan = queue_->plan();
    for (std::size_t i = 0; i < std::min(waiting.size(), kMaxListed); ++i) {
        const QueuedRun& run = waiting[i];
        auto* item = new QTreeWidgetItem(list_);
        item->setData(kName, Qt::UserRole, fromUtf8(run.id));
        const RunSummary* parent = runs_->findRun(fromUtf8(run.parent));
        item->setText(kName, translated(plan.nameOf(run)));
        item->setToolTip(kName, tr("%1 (F2: a name of its own)").arg(item->text(kName)));
        item->setText(kSeed, QString::number(run.config.seed));
        item->setText(kWhat, whatText(run, parent));
        item->setToolTip(kWhat, item->text(kWhat));
        item->setText(kWhy, whyText(run.why));
        item->setText(kPriority, priorityText(run.priority));
        if (fromUtf8(run.id) == chosen) list_->setCurrentItem(item);
    }
    if (waiting.size() > kMaxListed)
        (new QTreeWidgetItem(list_,
                             {tr("%1 more wait").arg(formatCount(static_cast<qint64>(waiting.size() - kMaxListed)))}))
            ->setFlags(Qt::NoItemFlags);
    // The next one comes to the place of one that is taken out.
    if (!list_->currentItem())
        list_->setCurrentItem(list_->topLevelItem(std::min(place, list_->topLevelItemCount() - 1)));
    if (queue_->waits(returning_.toStdString())) choose(std::exchange(returning_, {}));
    showTimes();
}

/// They follow the run that trains, without a new list.
void WaitingList::showTimes() {
    const auto& waiting = queue_->state().runs;
    const QueuePlan plan = queue_->plan();
    const std::size_t timed =
        std::min({waiting.size(), kMaxTimedRuns, static_cast<std::size_t>(list_->topLevelItemCount())});
    for (std::size_t i = 0; i < timed; ++i) {
        const double seconds = plan.secondsOf(waiting[i]);
        list_->topLevelItem(static_cast<int>(i))
            ->setText(kTime, seconds >= 0 ? formatDuration(seconds) : QStringLiteral("-"));
    }
    const bool isPaused = queue_->state().paused;
    if (waiting.empty()) return setTitle(tr("Waiting"), isPaused ? tr("paused") : QString());
    if (waiting.size() > kMaxTimedRuns) return setTitle(tr("Waiting"), waitingText(waiting.size(), -1, isPaused));
    const QueuePlan::Time left = queue_->timeLeft();
    const QString wait = waitingText(waiting.size(), -1, isPaused), time = formatDuration(left.seconds);
    setTitle(tr("Waiting"), left.isWhole       ? tr("%1, about %2").arg(wait, time)
                            : left.seconds > 0 ? tr("%1, more than %2").arg(wait, time)
                                               : wait);
}

}  // namespace gatelab
