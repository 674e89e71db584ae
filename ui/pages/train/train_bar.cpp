// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_bar.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "models/run_figures.h"
#include "runs/experiment_model.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "widgets/card.h"
#include "widgets/thin_progress.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kNameRoom = 120;
constexpr int kFewWords = 4, kIconsOnly = 5;  ///< the last levels of showLevel()

/// A button whose key is written muted behind its word.
QString withKey(const QString& text, const QString& key) { return text + QStringLiteral("  ") + key; }

}  // namespace

TrainBar::TrainBar(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent)
    : QFrame(parent),
      theme_(&theme),
      experiment_(&experiment),
      runs_(&runs),
      epoch_(makeLabel({}, "muted")),
      progress_(new ThinProgress(this)) {
    setProperty("bar", true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 7, 12, 6);
    row->setSpacing(8);
    column->addLayout(row);
    column->addWidget(progress_);
    progress_->setRange(0, 10000);
    progress_->setAccessibleName(tr("Progress of the run"));
    reset_ = addButton(QStringLiteral("reset"), tr("Reset"),
                       tr("Clears the page for a new run. The shown run stays in the workspace."),
                       [this] { runs_->reset(); });
    play_ = addButton(QStringLiteral("play"), tr("Play"), {}, [this] { play(*runs_, *experiment_); });
    setStyleProperty(play_, "primary", true);
    step_ = addButton(QStringLiteral("step"), tr("Step"), {}, [this] { playStep(*runs_, *experiment_); });
    stop_ = addButton(QStringLiteral("stop"), tr("Stop, keep best"),
                      tr("Ends the run now. The weights of its best epoch are kept and tested."),
                      [this] { runs_->stop(); });
    for (QPushButton* button : {reset_, play_, step_, stop_}) row->addWidget(button);
    other_ = addButton(QStringLiteral("chevron-left"), tr("Live run"), {}, [this] {
        if (const auto live = runs_->live()) runs_->open(live->id);
    });
    row->addWidget(other_);
    row->addWidget(epoch_);
    row->addStretch();
    for (const auto signal : {&RunController::stateChanged, &RunController::currentChanged})
        connect(runs_, signal, this, &TrainBar::showState);
    for (const auto signal : {&ExperimentModel::findingsChanged, &ExperimentModel::dataChanged})
        connect(experiment_, signal, this, &TrainBar::showState);
    setMinimumWidth(1);  // it gives way by itself
    showState();
}

QPushButton* TrainBar::addButton(const QString& icon, const QString& text, const QString& help,
                                 const std::function<void()>& act) {
    auto* button = new QPushButton(theme_->icon(icon), text, this);
    if (act) connect(button, &QPushButton::clicked, this, act);
    button->setToolTip(help);
    button->setAccessibleName(text);
    button->setProperty("word", text);
    return button;
}

QWidget* TrainBar::playButton() const { return play_; }

void TrainBar::showDetails() {
    QLayout* row = layout()->itemAt(0)->layout();
    for (int level = 0; level <= kIconsOnly; ++level) {
        showLevel(level);
        row->invalidate();  // only the outer layout hears of a new text by itself
        if (row->minimumSize().width() <= width()) return;
    }
}

/// The key's name and the epoch, which the inspector shows too, give way first, then the words that are said elsewhere,
/// and at last all words.
void TrainBar::showLevel(int level) {
    epoch_->setVisible(level < 1);
    // While another run is shown than the one that these buttons steer, they say which; in a tight bar the button that
    // leads to it does.
    const auto live = runs_->live();
    const QString whose = level < kFewWords && live && live != runs_->current()
                              ? fontMetrics().elidedText(shownRunName(live->summary), Qt::ElideRight,
                                                         qRound(kNameRoom * theme_->textScale()))
                              : QString();
    const auto named = [&whose](const QString& word) { return whose.isEmpty() ? word : tr("%1: %2").arg(word, whose); };
    const auto label = [&](PlayAction action) {
        return level < 1 && whose.isEmpty() ? withKey(playLabel(action), tr("Space")) : named(playLabel(action));
    };
    // As wide as its widest word: nothing moves under the mouse when the run pauses.
    int widest = 0;
    for (const PlayAction each : {PlayAction::Start, PlayAction::Pause, PlayAction::Resume}) {
        play_->setText(label(each));
        widest = std::max(widest, play_->sizeHint().width());
    }
    play_->setMinimumWidth(widest);
    play_->setText(label(playAction(*runs_)));
    reset_->setText(level < kFewWords ? reset_->property("word").toString() : QString());
    for (QPushButton* button : {stop_, other_})
        button->setText(level < kIconsOnly ? button->property("word").toString() : QString());
    if (!whose.isEmpty()) stop_->setText(named(tr("Stop")));
}

void TrainBar::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    showDetails();
}

/// The buttons act on the run that trains, whichever is shown.
void TrainBar::showOther() {
    const auto live = runs_->live();
    const bool isOther = live && live != runs_->current();
    other_->setVisible(isOther);
    if (!isOther) return;
    const QString name = shownRunName(live->summary);
    other_->setAccessibleName(tr("Back to the running one: %1").arg(name));
    other_->setToolTip(tr("Pause, Step and Stop act on %1, not on the shown run. Click to show it.").arg(name));
}

void TrainBar::showState() {
    showOther();
    const PlayAction action = playAction(*runs_);
    const bool going = runs_->active();
    const QString obstacle = playObstacle(*runs_, *experiment_);
    play_->setIcon(
        theme_->icon(action == PlayAction::Pause ? QStringLiteral("pause") : QStringLiteral("play"), Ink::OnFill));
    showDetails();
    play_->setAccessibleName(playLabel(action));
    play_->setEnabled(action != PlayAction::Nothing && obstacle.isEmpty());
    play_->setToolTip(obstacle);
    step_->setEnabled(runs_->state() != RunState::Stopping && obstacle.isEmpty());
    step_->setToolTip(
        obstacle.isEmpty()
            ? tr("Trains one batch and pauses (%1)")
                  .arg(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Period).toString(QKeySequence::NativeText))
            : obstacle);
    stop_->setEnabled(going && runs_->state() != RunState::Stopping);
    reset_->setEnabled(runs_->current() != nullptr);
    refresh();
}

void TrainBar::refresh() {
    const auto run = runs_->current();
    if (!run) {
        epoch_->setText({});
        progress_->setValue(0);
        return;
    }
    const std::int64_t epochs = run->summary.config->epochs;
    epoch_->setText(tr("Epoch %1 of %2").arg(formatCount(epochOf(*run, run->summary.step)), formatCount(epochs)));
    const std::int64_t total = run->plan.totalSteps;
    progress_->setValue(
        isGoingOn(*run) && total > 0 ? static_cast<int>(10000 * std::min(run->summary.step, total) / total) : 0);
}

}  // namespace gatelab
