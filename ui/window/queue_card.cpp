// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/queue_card.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "runs/lineage.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "widgets/button.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequence>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QTreeWidget>

#include <utility>

namespace gatelab {

namespace {

constexpr int kRowHeight = 26, kMaxRows = 5, kTimesMs = 1000;
enum Column { kName, kSeed, kWhat, kWhy, kPriority, kTime, kColumns };

QString whyText(const std::string& why) {
    if (why == "verdict") return QueueCard::tr("verdict");
    if (why == "repeat") return QueueCard::tr("repeat");
    if (why == "branch") return QueueCard::tr("branch");
    if (why == "continue") return QueueCard::tr("continue");
    if (why == "sweep") return QueueCard::tr("sweep");
    return why == "more" ? QueueCard::tr("more epochs") : fromUtf8(why);
}

/// What it does with its parent, or with the run that goes on.
QString whatText(const QueuedRun& run, const RunSummary* parent) {
    if (!run.resume.empty())
        return run.moreEpochs > 0 ? QueueCard::tr("trains %1 epochs more").arg(formatCount(run.moreEpochs))
                                  : QueueCard::tr("goes on");
    const QString changed = parent ? lineageText(parent->config, run.config) : QString();
    if (run.branchFrom.empty()) return changed;
    const QString name = parent ? shownRunName(*parent) : fromUtf8(run.parent);
    const QString text = run.branchFrom == "last" ? QueueCard::tr("branch from the last checkpoint of %1").arg(name)
                         : run.branchFrom == "best"
                             ? QueueCard::tr("branch from the best checkpoint of %1").arg(name)
                             : QueueCard::tr("branch from step %1 of %2").arg(fromUtf8(run.branchFrom), name);
    return changed.isEmpty() ? text : QueueCard::tr("%1: %2").arg(text, changed);
}

QString priorityText(int priority) {
    return priority > 0 ? QueueCard::tr("high") : priority < 0 ? QueueCard::tr("low") : QueueCard::tr("normal");
}

}  // namespace

QueueCard::QueueCard(Theme& theme, RunController& runs, QueueController& given, QWidget* parent)
    : Card(tr("Queue"), {}, parent),
      theme_(&theme),
      runs_(&runs),
      queue_(&given),
      list_(new QTreeWidget),
      none_(makeLabel(
          tr("No run waits. \"Add this experiment to the queue\" in the Run menu lets one wait for its turn."),
          "muted")),
      together_(new QPushButton(tr("Together"))),
      pause_(new QPushButton) {
    setBodyPadding(0);
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
    body()->addWidget(list_);
    none_->setContentsMargins(12, 4, 12, 8);
    none_->setWordWrap(true);
    body()->addWidget(none_);
    const auto add = [&](const QString& text, const QString& icon, const QString& tip, const QKeySequence& keys,
                         auto act) {
        const auto actOnChosen = [this, act] { withChosen(act); };
        auto* button = makeButton(theme.icon(icon), text, this, actOnChosen);
        button->setProperty("compact", true);
        button->setToolTip(
            keys.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
        button->setAccessibleName(tip);
        addHeaderWidget(button);
        edits_.push_back(button);
        if (!keys.isEmpty()) new QShortcut(keys, list_, this, actOnChosen, Qt::WidgetShortcut);
    };
    QueueController& queue = *queue_;
    add(tr("Earlier"), QStringLiteral("chevron-up"), tr("Moves the chosen run one place up"), Qt::ALT | Qt::Key_Up,
        [this](const std::string& id) { Q_EMIT moveRequested(fromUtf8(id), -1); });
    add(tr("Later"), QStringLiteral("chevron-down"), tr("Moves the chosen run one place down"), Qt::ALT | Qt::Key_Down,
        [this](const std::string& id) { Q_EMIT moveRequested(fromUtf8(id), 1); });
    add(tr("Priority"), QStringLiteral("warn"), tr("Normal, high, low in turn: runs of higher priority go first"), {},
        [this](const std::string& id) { Q_EMIT priorityRequested(fromUtf8(id)); });
    add(tr("Remove"), QStringLiteral("trash"), tr("Takes the chosen run out of the queue"), QKeySequence::Delete,
        [this](const std::string& id) { Q_EMIT removeRequested(fromUtf8(id)); });
    together_->setCheckable(true);
    together_->setToolTip(tr(
        "Runs on the CPU train in parallel, one core each, in a separate process: the same numbers, all done sooner"));
    connect(together_, &QPushButton::clicked, this, [&queue](bool on) { queue.setTogether(on); });
    for (QPushButton* button : {together_, pause_}) {
        button->setProperty("compact", true);
        addHeaderWidget(button);
    }
    connect(pause_, &QPushButton::clicked, this, [&queue] { queue.setPaused(!queue.state().paused); });
    connect(&queue, &QueueController::changed, this, &QueueCard::refresh);
    connect(&queue, &QueueController::edited, this, [this](const std::string& id) { choose(fromUtf8(id)); });
    connect(runs_, &RunController::runsChanged, this, &QueueCard::refresh);
    times_.setInterval(kTimesMs);
    connect(&times_, &QTimer::timeout, this, [this] {
        if (isVisible() && runs_->active()) showTimes();
    });
    times_.start();
    refresh();
}

void QueueCard::withChosen(const std::function<void(const std::string& id)>& act) {
    if (const auto* item = list_->currentItem()) act(item->data(kName, Qt::UserRole).toString().toStdString());
}

void QueueCard::choose(const QString& id) {
    for (int row = 0; row < list_->topLevelItemCount(); ++row)
        if (QTreeWidgetItem* item = list_->topLevelItem(row); item->data(kName, Qt::UserRole).toString() == id)
            return list_->setCurrentItem(item);
    returning_ = id;
}

void QueueCard::setKept() {
    isKept_ = true;
    refresh();
}

void QueueCard::takeKeys() { list_->setFocus(Qt::OtherFocusReason); }

void QueueCard::refresh() {
    const QueueController& queue = *queue_;
    const auto& waiting = queue.state().runs;
    setVisible(!waiting.empty() || isKept_);
    list_->setVisible(!waiting.empty());
    none_->setVisible(waiting.empty());
    for (QPushButton* edit : edits_) edit->setVisible(!waiting.empty());
    pause_->setVisible(!waiting.empty() || queue.state().paused);
    together_->setVisible(!waiting.empty());
    together_->setChecked(queue.state().together);
    pause_->setText(queue.state().paused ? tr("Continue") : tr("Pause"));
    pause_->setIcon(theme_->icon(queue.state().paused ? QStringLiteral("play") : QStringLiteral("pause")));
    pause_->setToolTip(tr("While paused, no waiting run starts; the one that trains goes on"));
    if (waiting.empty()) return setTitle(tr("Queue"), queue.state().paused ? tr("paused") : QString());
    const QString chosen =
        list_->currentItem() ? list_->currentItem()->data(kName, Qt::UserRole).toString() : QString();
    const int place = std::max(0, list_->indexOfTopLevelItem(list_->currentItem()));
    list_->clear();
    const QueuePlan plan = queue.plan();
    for (const QueuedRun& run : waiting) {
        auto* item = new QTreeWidgetItem(list_);
        item->setData(kName, Qt::UserRole, fromUtf8(run.id));
        const RunSummary* parent = runs_->findRun(fromUtf8(run.parent));
        item->setText(kName, translated(plan.nameOf(run)));
        item->setToolTip(kName, item->text(kName));
        item->setText(kSeed, QString::number(run.config.seed));
        item->setText(kWhat, whatText(run, parent));
        item->setToolTip(kWhat, item->text(kWhat));
        item->setText(kWhy, whyText(run.why));
        item->setText(kPriority, priorityText(run.priority));
        if (fromUtf8(run.id) == chosen) list_->setCurrentItem(item);
    }
    // The next one comes to the place of one that is taken out.
    if (!list_->currentItem())
        list_->setCurrentItem(list_->topLevelItem(std::min(place, list_->topLevelItemCount() - 1)));
    if (queue.waits(returning_.toStdString())) choose(std::exchange(returning_, {}));
    showTimes();
    list_->setFixedHeight(qRound(kRowHeight * theme_->textScale()) *
                              ((isKept_ ? kMaxRows : std::min(kMaxRows, static_cast<int>(waiting.size()))) + 1) +
                          8);
}

/// They follow the run that trains, without a new list.
void QueueCard::showTimes() {
    const auto& waiting = queue_->state().runs;
    if (static_cast<int>(waiting.size()) != list_->topLevelItemCount() || waiting.empty()) return;
    const QueuePlan plan = queue_->plan();
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        const double seconds = plan.secondsOf(waiting[i]);
        list_->topLevelItem(static_cast<int>(i))
            ->setText(kTime, seconds >= 0 ? formatDuration(seconds) : QStringLiteral("-"));
    }
    const QueuePlan::Time left = queue_->timeLeft();
    const int count = static_cast<int>(waiting.size());
    const QString wait = count == 1 ? tr("1 run waits") : tr("%1 runs wait").arg(count);
    const QString time = formatDuration(left.seconds);
    const QString unit = left.isWhole       ? tr("%1, about %2").arg(wait, time)
                         : left.seconds > 0 ? tr("%1, more than %2").arg(wait, time)
                                            : wait;
    setTitle(tr("Queue"), queue_->state().paused ? tr("%1, paused").arg(unit) : unit);
}

}  // namespace gatelab
