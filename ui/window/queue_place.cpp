// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/queue_place.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "runs/queue_controller.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"
#include "window/queue_card.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace gatelab {

namespace {
constexpr int kWidth = 760, kHeight = 280, kMargin = 8;
}

QueuePlace::QueuePlace(Theme& theme, RunController& runs, QueueController& queue, QUndoStack& undo, QWidget* parent)
    : QToolButton(parent), theme_(&theme), runs_(&runs), queue_(&queue), undo_(&undo) {
    setIcon(theme.icon(QStringLiteral("clock")));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setProperty("compact", true);
    setAutoRaise(true);
    connect(this, &QToolButton::clicked, this, &QueuePlace::openList);
    for (auto signal : {&QueueController::changed, &QueueController::heldChanged})
        connect(queue_, signal, this, &QueuePlace::refresh);
    for (auto signal : {&RunController::stateChanged, &RunController::runsChanged})
        connect(runs_, signal, this, &QueuePlace::refresh);
    refresh();
}

void QueuePlace::makeList() {
    list_ = new QFrame(this, Qt::Popup | Qt::FramelessWindowHint);
    list_->setAttribute(Qt::WA_DeleteOnClose);
    list_->setWindowTitle(tr("Queue"));
    list_->setFrameShape(QFrame::StyledPanel);
    auto* column = makeColumn(list_, {kMargin, kMargin, kMargin, kMargin}, kMargin);
    auto* head = new QHBoxLayout;
    why_ = new WrappedLabel("note");
    head->addWidget(why_, 1);
    goOn_ = makeButton(theme_->icon(QStringLiteral("play")), {}, this, &QueuePlace::goOn);
    goOn_->setProperty("compact", true);
    head->addWidget(goOn_, 0, Qt::AlignTop);
    column->addLayout(head);
    card_ = new QueueCard(*theme_, *runs_, *queue_);
    card_->setKept();
    column->addWidget(card_, 1, Qt::AlignTop);
    connect(card_, &QueueCard::removeRequested, this, [this](const QString& id) {
        const QString name = unqueueRun(*undo_, *queue_, id);
        if (!name.isEmpty()) Q_EMIT reported(tr("%1 is taken out of the queue; undo brings it back.").arg(name));
    });
    connect(card_, &QueueCard::moveRequested, this,
            [this](const QString& id, int by) { moveQueued(*undo_, *queue_, id, by); });
    connect(card_, &QueueCard::priorityRequested, this,
            [this](const QString& id) { turnPriority(*undo_, *queue_, id); });
}

void QueuePlace::openList() {
    if (list_) list_->close();
    makeList();
    refresh();
    // Of one size while it is open; with nothing in it no larger than what it says.
    list_->setFixedWidth(qRound(kWidth * theme_->textScale()));
    list_->setFixedHeight(queue_->state().runs.empty() ? list_->sizeHint().height()
                                                       : qRound(kHeight * theme_->textScale()));
    const QRect room = window()->geometry();
    const QPoint corner = mapToGlobal(QPoint(width(), 0));
    list_->move(std::max(room.left() + kMargin, std::min(corner.x(), room.right() - kMargin) - list_->width()),
                std::max(room.top(), corner.y() - list_->height() - 4));
    list_->show();
    card_->takeKeys();
}

QString QueuePlace::reason() const {
    const RunQueue::State& state = queue_->state();
    if (state.runs.empty()) return {};
    const auto live = runs_->live();
    if (live && runs_->state() == RunState::Paused)
        return tr("They wait for %1, which is paused.").arg(shownRunName(live->summary));
    if (state.paused) return tr("The queue is paused: what trains goes on, and no waiting run starts.");
    if (queue_->held()) return tr("They wait: %1.").arg(queue_->heldFor());
    if (live) return tr("They wait until %1 has ended.").arg(shownRunName(live->summary));
    return runs_->active() ? tr("They wait for the run that is starting.") : QString();
}

QString QueuePlace::remedy() const {
    const RunQueue::State& state = queue_->state();
    const auto live = runs_->live();
    if (live && runs_->state() == RunState::Paused) return tr("Continue %1").arg(shownRunName(live->summary));
    return state.paused && !state.runs.empty() ? tr("Continue the queue") : QString();
}

void QueuePlace::goOn() {
    if (runs_->live() && runs_->state() == RunState::Paused)
        runs_->pause(false);
    else
        queue_->setPaused(false);
}

void QueuePlace::refresh() {
    const RunQueue::State& state = queue_->state();
    const auto count = static_cast<int>(state.runs.size());
    setText(count == 0 ? tr("Queue") : state.paused ? tr("Queue: %1, paused").arg(count) : tr("Queue: %1").arg(count));
    const QString why = reason(), help = remedy();
    setToolTip(why.isEmpty() ? tr("Runs that wait for their turn") : why);
    setAccessibleName(why.isEmpty() ? text() : QStringLiteral("%1. %2").arg(text(), why));
    if (!list_) return;
    why_->setFullText(why);
    why_->setVisible(!why.isEmpty());
    goOn_->setText(help);
    goOn_->setVisible(!help.isEmpty());
}

}  // namespace gatelab
