// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/strip/run_strip.h"

#include "app/run_names.h"
#include "common/file_watch.h"
#include "common/responder.h"
#include "common/texts.h"
#include "form/repeat_note.h"
#include "pages/run_edit_menu.h"
#include "pages/train/strip/find_run_data.h"
#include "pages/train/strip/waiting_list.h"
#include "runs/experiment_model.h"
#include "runs/machines.h"
#include "runs/preflight.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_alerts.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"
#include "session/isolated_session.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QPushButton>
#include <QUndoStack>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kHeight = 44, kMargin = 8, kListWidth = 760;
constexpr int kLevels = static_cast<int>(StripLevel::Least) + 1;

/// Who a segment is of: buttons and place, not what it says by now.
bool isSame(const StripSegment& a, const StripSegment& b) {
    return a.id == b.id && a.isHeard == b.isHeard && (a.kind == b.kind || (a.trainsHere() && b.trainsHere()));
}

}  // namespace

RunStrip::RunStrip(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
                   QWidget* parent)
    : QFrame(parent),
      theme_(&theme),
      experiment_(&experiment),
      runs_(&runs),
      queue_(&queue),
      row_(makeRow(this, {}, 0)),
      nothing_(makeLabel(tr("Nothing has trained on this data."), "muted")),
      list_(makeButton(theme.icon(QStringLiteral("clock")), {}, this, [this] { openList(); })),
      train_(makeButton({}, {}, this, [this] { responderOf(*this).ask(QStringLiteral("train")); })),
      repeat_(new RepeatNote(theme, experiment, runs, this)),
      watch_(new FileWatch(this)) {
    setProperty("bar", true);
    setAccessibleName(tr("Runs"));
    setFixedHeight(qRound(kHeight * theme.textScale()));
    setMinimumWidth(1);  // it gives way by itself
    nothing_->setContentsMargins(12, 0, 0, 0);
    row_->addWidget(nothing_);
    row_->addSpacing(kMargin);
    row_->addWidget(list_);
    row_->addSpacing(kMargin);
    row_->addWidget(train_);
    row_->addSpacing(kMargin);
    row_->addWidget(repeat_);
    row_->addStretch();
    follow();
    renew();
}

void RunStrip::follow() {
    connect(watch_, &FileWatch::changed, this, &RunStrip::renew);
    connect(repeat_, &RepeatNote::changed, this, &RunStrip::renew);
    for (const auto signal : {&RunController::stateChanged, &RunController::workspaceChanged})
        connect(runs_, signal, this, &RunStrip::renew);
    for (const auto signal : {&RunController::runsChanged, &RunController::currentChanged})
        connect(runs_, signal, this, &RunStrip::renew);
    connect(runs_, &RunController::left, this, [this](const QString& id) {
        aside_.removeAll(id);
        aside_.prepend(id);
        Q_EMIT asideChanged();
        renew();
    });
    connect(runs_, &RunController::begun, this, [this](const QString& id) {
        aside_.removeAll(id);
        Q_EMIT asideChanged();
        renew();
    });
    for (const auto signal : {&QueueController::changed, &QueueController::heldChanged})
        connect(queue_, signal, this, &RunStrip::renew);
    connect(&alertsOf(*runs_), &RunAlerts::changed, this, &RunStrip::renew);
    connect(&queue_->machines(), &Machines::changed, this, &RunStrip::renew);
    connect(experiment_, &ExperimentModel::configChanged, this, &RunStrip::renew);
    connect(experiment_, &ExperimentModel::findingsChanged, this, &RunStrip::renew);
    connect(experiment_, &ExperimentModel::dataChanged, this, &RunStrip::renew);
}

std::vector<StripSegment> RunStrip::wanted() const {
    const auto live = runs_->live(), open = runs_->current();
    StripFacts facts;
    facts.live = live.get();
    if (live) facts.liveState = runs_->state();
    facts.alert = alertsOf(*runs_).words();
    facts.alerts = alertsOf(*runs_).elsewhere();
    facts.isStarting = runs_->active() && !live;
    facts.open = open.get();
    facts.runs = runs_->runs();
    facts.queue = &queue_->state();
    facts.hears = hasWorker;
    facts.atCluster = clusterStateOf;
    for (const ClusterRun& one : queue_->machines().jobs())
        if (isUnderWay(one)) facts.clusterRuns.push_back(one.run.id);
    facts.aside = aside_;
    for (auto file = files_.begin(); file != files_.end(); ++file)
        if (watch_->isMissing(file.value())) facts.missing.insert(file.key(), QFileInfo(file.value()).fileName());
    return stripSegments(facts, queue_->plan());
}

void RunStrip::refresh() {
    const std::vector<StripSegment> now = wanted();
    if (!std::ranges::equal(now, segments_, [](const StripSegment& one, const RunSegment* shown) {
            return isSame(one, shown->segment());
        }))
        setSegments(now);
    QString shape;  // what the room that they need depends on
    for (std::size_t i = 0; i < now.size(); ++i) {
        segments_[i]->setSegment(now[i]);
        shape += QStringLiteral("%1|%2|%3|%4|")
                     .arg(now[i].name)
                     .arg(now[i].words.size())
                     .arg(static_cast<int>(now[i].kind))
                     .arg(now[i].isOpen);
    }
    if (shape_ == shape) return;
    shape_ = shape;
    showTrain();
    nothing_->setVisible(segments_.empty() && !hasTrained());
    arrange();
}

void RunStrip::renew() {
    shape_ = QStringLiteral("?");
    refresh();
}

bool RunStrip::hasTrained() const {
    const auto data = experiment_->dataset();
    if (!data || !data->series) return !runs_->runs().empty();
    return std::ranges::find(runs_->runs(), data->series->name, &RunSummary::dataName) != runs_->runs().end();
}

RunSegment* RunStrip::makeSegment(const StripSegment& made) {
    auto* segment = new RunSegment(*theme_, made, this);
    connect(segment, &RunSegment::acted, this, [this, segment](SegmentAct what) { act(segment->segment(), what); });
    connect(segment, &RunSegment::opened, this, [this, segment] { open(segment->segment()); });
    connect(segment, &RunSegment::nameAsked, this, [this, segment] {
        const RunEditMenu menu(*theme_, *runs_, experiment_->undoStack());
        if (segment->segment().kind == SegmentKind::Waiting)
            menu.askQueuedName(segment, *queue_, segment->segment().id);
        else
            menu.askName(segment, segment->segment().runId);
    });
    connect(segment, &RunSegment::moved, this,
            [this, segment](int by) { moveQueued(experiment_->undoStack(), *queue_, segment->segment().id, by); });
    connect(segment, &RunSegment::dropped, this, [this, segment](int centre) { drop(*segment, centre); });
    return segment;
}

/// Those that stay are moved, not made anew: a button that is pressed, or has the keyboard, stays.
void RunStrip::setSegments(const std::vector<StripSegment>& wanted) {
    std::vector<RunSegment*> before = std::exchange(segments_, {});
    for (RunSegment* one : before) row_->removeWidget(one);
    for (const StripSegment& next : wanted) {
        const auto found = std::ranges::find_if(
            before, [&next](const RunSegment* one) { return one && isSame(one->segment(), next); });
        RunSegment* segment = found == before.end() ? makeSegment(next) : std::exchange(*found, nullptr);
        segment->setSegment(next);
        row_->insertWidget(static_cast<int>(segments_.size()), segment);
        segments_.push_back(segment);
    }
    for (RunSegment* gone : before)
        if (gone) {
            gone->hide();
            gone->deleteLater();  // this may be its own button's doing
        }
    QWidget* last = nullptr;
    const auto chain = [&last](QWidget* next) {
        if (last) setTabOrder(last, next);
        last = next;
    };
    for (RunSegment* segment : segments_) {
        chain(segment);
        for (auto* button : segment->findChildren<QPushButton*>())
            if (button->window() == window()) chain(button);  // not those of a popover that stands at it
    }
    chain(list_);
    chain(train_);
    chain(repeat_);
    lookForData();
}

void RunStrip::showTrain() {
    const bool isNow = trainsAtOnce(*runs_, *queue_);
    const QString obstacle = startObstacle(*experiment_);
    const QString key = QKeySequence(Qt::CTRL | Qt::Key_R).toString(QKeySequence::NativeText);
    const double seconds = isNow ? planSeconds(*experiment_, runs_->runs()) : 0;
    const QString model = isNow ? translated(shownName(experiment_->config().name, experiment_->config())) : QString();
    trainText_ = !isNow        ? tr("Train  %1").arg(key)
                 : seconds > 0 ? tr("Train %1, about %2").arg(model, formatTimeLeft(seconds))
                               : tr("Train %1").arg(model);
    train_->setIcon(isNow ? theme_->icon(QStringLiteral("play"), Ink::OnFill) : theme_->icon(QStringLiteral("plus")));
    if (train_->property("primary").toBool() != isNow) setStyleProperty(train_, "primary", isNow);
    train_->setEnabled(obstacle.isEmpty());
    const QString what =
        isNow ? tr("Trains these settings (%1)").arg(key) : tr("These settings wait as the last ones (%1)").arg(key);
    train_->setToolTip(obstacle.isEmpty() ? what : obstacle);
    train_->setAccessibleName(tr("Train these settings"));
}

void RunStrip::showListButton() {
    const std::size_t count = queue_->state().runs.size();
    const bool isListed = count > kMaxWaitingSegments || (count > 0 && level_ >= StripLevel::List);
    list_->setVisible(count > 0 || queue_->state().paused);
    const QString wait = count == 0 ? tr("Queue paused") : tr("%1 wait").arg(formatCount(static_cast<qint64>(count)));
    const bool hasWord = isListed || queue_->state().paused;
    list_->setText(!hasWord ? QString() : count > 0 && queue_->state().paused ? tr("%1, paused").arg(wait) : wait);
    list_->setIcon(theme_->icon(hasWord ? QStringLiteral("clock") : QStringLiteral("more")));
    list_->setToolTip(tr("All that wait: order, priority, pause"));
    list_->setAccessibleName(count == 0 ? wait : waitingText(count, -1, queue_->state().paused));
}

int RunStrip::leastWidth(StripLevel level) {
    level_ = level;
    train_->setText(level < StripLevel::Short ? trainText_ : tr("Train"));
    showListButton();
    int width = 3 * kMargin + train_->sizeHint().width() + (list_->isHidden() ? 0 : list_->sizeHint().width()) +
                (nothing_->isHidden() ? 0 : nothing_->sizeHint().width());
    // It is of the button that trains at once; with runs beside it their words come first.
    repeat_->setAllowed(level < StripLevel::Icons && trainsAtOnce(*runs_, *queue_));
    if (!repeat_->isHidden()) width += repeat_->sizeHint().width() + kMargin;
    for (RunSegment* segment : segments_) {
        segment->setLevel(level);
        if (!isInList(*segment)) width += segment->room().least;
    }
    return width;
}

bool RunStrip::isInList(const RunSegment& segment) const {
    return segment.segment().kind == SegmentKind::Waiting && level_ >= StripLevel::List;
}

void RunStrip::arrange() {
    int needed = 0;
    for (int level = 0; level < kLevels; ++level)
        if (needed = leastWidth(static_cast<StripLevel>(level)); needed <= width()) break;
    std::vector<SegmentRoom> rooms;
    int room = width() - needed;
    for (RunSegment* segment : segments_) {
        segment->setVisible(!isInList(*segment));
        rooms.push_back(isInList(*segment) ? SegmentRoom() : segment->room());
        room += rooms.back().least;
    }
    const std::vector<int> widths = segmentWidths(rooms, room);
    for (std::size_t i = 0; i < segments_.size(); ++i) segments_[i]->setFixedWidth(widths[i]);
    row_->invalidate();
}

void RunStrip::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    arrange();
}

void RunStrip::act(const StripSegment& given, SegmentAct what) {
    const StripSegment segment = given;  // it may go meanwhile
    const auto live = runs_->live();
    const bool isSteered = segment.id.isEmpty() ? runs_->active() && !live : live && live->id == segment.id;
    const auto order = [&](WorkerOrder one) {
        if (segment.isHeard) runs_->order(segment.id, one);
    };
    switch (what) {
        case SegmentAct::Pause:
            if (isSteered) return runs_->pause(true);
            order(WorkerOrder::Pause);
            break;
        case SegmentAct::GoOn:
            if (isSteered) return runs_->pause(false);
            if (segment.isHeard) return order(WorkerOrder::GoOn);
            responderOf(*this).ask(Command(QStringLiteral("continue"), segment.id));
            break;
        case SegmentAct::Find:
            findRunData(*this, *runs_, segment.id);
            break;
        case SegmentAct::Step:
            if (isSteered) runs_->step();
            break;
        case SegmentAct::Stop:
            if (isSteered) return runs_->stop();
            order(WorkerOrder::Stop);
            break;
        case SegmentAct::Again:
            responderOf(*this).ask(Command(QStringLiteral("again"), segment.id));
            break;
        case SegmentAct::Cancel:
            queue_->machines().cancel(segment.id);
            break;
        case SegmentAct::Requeue:
            queue_->machines().requeue(segment.id);
            break;
        case SegmentAct::Close:
            if (segment.kind == SegmentKind::Waiting) {
                const QString name = unqueueRun(experiment_->undoStack(), *queue_, segment.id);
                if (!name.isEmpty())
                    responderOf(*this).reportDone(tr("%1 waits no longer. Ctrl+Z brings it back.").arg(name));
                break;
            }
            aside_.removeAll(segment.id);
            Q_EMIT asideChanged();
            if (runs_->current() && runs_->current()->id == segment.id) runs_->reset();
            refresh();
            break;
    }
}

void RunStrip::open(const StripSegment& segment) {
    const QString run = segment.runId;
    if (!run.isEmpty())
        runs_->open(run);
    else if (segment.kind == SegmentKind::Waiting)
        openList(segment.id);
}

void RunStrip::drop(const RunSegment& dropped, int centre) {
    int from = 0, to = 0;
    for (const RunSegment* one : segments_) {
        if (one->segment().kind != SegmentKind::Waiting || one == &dropped) continue;
        const int place = one->geometry().center().x();
        to += place < centre ? 1 : 0;
    }
    for (const QueuedRun& run : queue_->state().runs) {
        if (fromUtf8(run.id) == dropped.segment().id) break;
        ++from;
    }
    row_->invalidate();
    row_->activate();  // back to its place, until the queue has changed
    if (to != from) moveQueued(experiment_->undoStack(), *queue_, dropped.segment().id, to - from);
}

void RunStrip::openList(const QString& id) {
    if (popup_) popup_->close();
    popup_ = new QFrame(this, Qt::Popup | Qt::FramelessWindowHint);
    popup_->setAttribute(Qt::WA_DeleteOnClose);
    popup_->setWindowTitle(tr("Waiting runs"));
    popup_->setFrameShape(QFrame::StyledPanel);
    auto* list = new WaitingList(*theme_, *runs_, *queue_, experiment_->undoStack());
    makeColumn(popup_, {kMargin, kMargin, kMargin, kMargin}, 0, {list});
    if (!id.isEmpty()) list->choose(id);
    const QRect room = window()->geometry();
    popup_->setFixedWidth(std::min(qRound(kListWidth * theme_->textScale()), room.width() - 2 * kMargin));
    const QWidget* under = list_->isVisible() ? list_ : train_;
    const QPoint corner = under->mapToGlobal(QPoint(under->width(), under->height()));
    popup_->move(std::max(room.left() + kMargin, std::min(corner.x(), room.right() - kMargin) - popup_->width()),
                 corner.y() + 4);
    popup_->show();
    list->takeKeys();
}

PopoverAnchor RunStrip::anchor() const {
    for (RunSegment* segment : segments_)
        if (segment->segment().isOpen && !segment->isHidden()) return segment;
    return train_;
}

void RunStrip::setAside(const QStringList& ids) {
    aside_ = ids;
    Q_EMIT asideChanged();
    refresh();
}

/// Whether the data of those that could go on are still there.
void RunStrip::lookForData() {
    files_.clear();
    for (const RunSegment* one : segments_)
        if (one->segment().kind == SegmentKind::Aside)
            if (const RunSummary* run = runs_->findRun(one->segment().id); run && !run->config->dataPath.empty())
                files_.insert(one->segment().id, fromUtf8(run->config->dataPath));
    watch_->watch(files_.values());
}

}  // namespace gatelab
