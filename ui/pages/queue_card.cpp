// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/queue_card.h"

#include "lineage.h"
#include "queue_controller.h"
#include "run_controller.h"
#include "texts.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>

namespace gatelab {

namespace {

constexpr int kRowHeight = 26, kMostRows = 5;
enum Column { kName, kSeed, kWhat, kWhy, kPriority, kTime, kColumns };

QString whyText(const std::string& why) { return why == "verdict" ? QueueCard::tr("verdict") : why == "branch" ? QueueCard::tr("branch") : fromUtf8(why); }

QString priorityText(int priority) { return priority > 0 ? QueueCard::tr("high") : priority < 0 ? QueueCard::tr("low") : QueueCard::tr("normal"); }

}  // namespace

QueueCard::QueueCard(Theme& theme, RunController& runs, QueueController& given, QWidget* parent)
    : Card(tr("Queue"), {}, parent), theme_(&theme), runs_(&runs), queue_(&given), list_(new QTreeWidget), pause_(new QPushButton) {
    setBodyPadding(0);
    list_->setColumnCount(kColumns);
    list_->setHeaderLabels({tr("Run"), tr("Seed"), tr("From its parent"), tr("For"), tr("Priority"), tr("Time")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setAccessibleName(tr("Runs that wait"));
    list_->header()->setSectionResizeMode(kWhat, QHeaderView::Stretch);
    list_->header()->setStretchLastSection(false);
    body()->addWidget(list_);
    const auto add = [&](const QString& text, const QString& icon, const QString& tip, auto act) {
        auto* button = new QPushButton(theme.icon(icon), text);
        button->setProperty("compact", true);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        addHeaderWidget(button);
        edits_.push_back(button);
        connect(button, &QPushButton::clicked, this, [this, act] { withChosen(act); });
    };
    QueueController& queue = *queue_;
    add(tr("Earlier"), QStringLiteral("chevron-right"), tr("Moves the chosen run one place up"), [&queue](const std::string& id) { queue.move(id, -1); });
    add(tr("Later"), QStringLiteral("chevron-down"), tr("Moves the chosen run one place down"), [&queue](const std::string& id) { queue.move(id, 1); });
    add(tr("Priority"), QStringLiteral("warn"), tr("Normal, high, low in turn: runs of higher priority go first"), [&queue](const std::string& id) {
        for (const QueuedRun& run : queue.state().runs)
            if (run.id == id) return queue.setPriority(id, run.priority > 0 ? -1 : run.priority + 1);
    });
    add(tr("Remove"), QStringLiteral("trash"), tr("Takes the chosen run out of the queue"), [&queue](const std::string& id) { queue.remove({id}); });
    pause_->setProperty("compact", true);
    addHeaderWidget(pause_);
    connect(pause_, &QPushButton::clicked, this, [&queue] { queue.setPaused(!queue.state().paused); });
    connect(&queue, &QueueController::changed, this, &QueueCard::refresh);
    connect(runs_, &RunController::runsChanged, this, &QueueCard::refresh);
    refresh();
}

void QueueCard::withChosen(const std::function<void(const std::string& id)>& act) {
    if (const auto* item = list_->currentItem()) act(item->data(kName, Qt::UserRole).toString().toStdString());
}

void QueueCard::refresh() {
    const QueueController& queue = *queue_;
    const auto& waiting = queue.state().runs;
    setVisible(!waiting.empty());
    if (waiting.empty()) return;
    const QString chosen = list_->currentItem() ? list_->currentItem()->data(kName, Qt::UserRole).toString() : QString();
    list_->clear();
    for (const QueuedRun& run : waiting) {
        auto* item = new QTreeWidgetItem(list_);
        item->setData(kName, Qt::UserRole, fromUtf8(run.id));
        item->setText(kName, fromUtf8(run.config.name));
        item->setText(kSeed, QString::number(run.config.seed));
        const RunSummary* parent = runs_->findRun(fromUtf8(run.parent));
        item->setText(kWhat, parent ? lineageText(parent->config, run.config) : QString());
        item->setText(kWhy, whyText(run.why));
        item->setText(kPriority, priorityText(run.priority));
        const double seconds = queue.secondsOf(run);
        item->setText(kTime, seconds >= 0 ? formatDuration(seconds) : QStringLiteral("-"));
        if (fromUtf8(run.id) == chosen) list_->setCurrentItem(item);
    }
    if (!list_->currentItem()) list_->setCurrentItem(list_->topLevelItem(0));
    const double left = queue.secondsLeft();
    const QString unit = left >= 0 ? tr("%1 runs wait, about %2").arg(waiting.size()).arg(formatDuration(left)) : tr("%1 runs wait").arg(waiting.size());
    setTitle(tr("Queue"), queue.state().paused ? tr("%1, paused").arg(unit) : unit);
    pause_->setText(queue.state().paused ? tr("Continue") : tr("Pause"));
    pause_->setIcon(theme_->icon(queue.state().paused ? QStringLiteral("play") : QStringLiteral("pause")));
    pause_->setToolTip(tr("While paused, no waiting run starts; the one that trains goes on"));
    list_->setFixedHeight(qRound(kRowHeight * theme_->textScale()) * (std::min(kMostRows, static_cast<int>(waiting.size())) + 1) + 8);
}

}  // namespace gatelab
