// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/run_again_panel.h"

#include "common/run_words.h"
#include "common/start_guard.h"
#include "common/texts.h"
#include "common/theme.h"
#include "runs/experiment_model.h"
#include "runs/lineage.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kWidth = 520, kIndent = 26, kMaxReported = 4;
constexpr QLatin1String kBest("best"), kLast("last");

/// A row of choices with a name before them.
QVBoxLayout* addChoices(QGridLayout& grid, const QString& name, std::initializer_list<QRadioButton*> buttons) {
    const int row = grid.rowCount();
    grid.addWidget(makeLabel(name, "name"), row, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout;
    column->setSpacing(4);
    for (QRadioButton* button : buttons) column->addWidget(button, 0, Qt::AlignLeft);
    grid.addLayout(column, row, 1);
    return column;
}

/// Also for who hears it without the name before it.
void setChoice(QRadioButton& button, const QString& name, const QString& text) {
    button.setText(text);
    button.setAccessibleName(RunAgainPanel::tr("%1: %2").arg(name, text));
}

}  // namespace

RunAgainPanel::RunAgainPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
                             const QString& runId, const QString& checkpoint, QWidget* parent)
    : QDialog(parent),
      theme_(&theme),
      experiment_(&experiment),
      runs_(&runs),
      queue_(&queue),
      runId_(runId),
      from_(new QButtonGroup(this)),
      seeds_(new QButtonGroup(this)),
      own_(new QRadioButton),
      model_(new QRadioButton),
      another_(new QRadioButton),
      same_(new QRadioButton),
      difference_(new WrappedLabel("note")),
      result_(new WrappedLabel),
      problem_(new WrappedLabel("error")),
      start_(makeButton({}, {}, this, &RunAgainPanel::start)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setFixedWidth(qRound(kWidth * theme.textScale()));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(12);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(12);
    grid->setColumnStretch(1, 1);
    column->addLayout(grid);
    auto* begin = addChoices(*grid, tr("Begin from"), {});
    addBeginnings(checkpoint);
    for (const Beginning& one : beginnings_) begin->addWidget(one.button, 0, Qt::AlignLeft);
    addChoices(*grid, tr("Settings"), {own_, model_})->addWidget(difference_);
    difference_->setContentsMargins(kIndent, 0, 0, 0);
    setChoice(*own_, tr("Settings"), tr("those of the run"));
    setChoice(*model_, tr("Settings"), tr("those of the Model page now"));
    own_->setChecked(true);
    auto* settings = new QButtonGroup(this);
    for (QRadioButton* button : {own_, model_}) settings->addButton(button);
    addChoices(*grid, tr("Seed"), {another_, same_});
    for (QRadioButton* button : {another_, same_}) seeds_->addButton(button);
    column->addWidget(makeLine());
    for (WrappedLabel* label : {result_, problem_}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    }
    auto* foot = new QHBoxLayout;
    foot->addStretch();
    auto* close = makeButton({}, tr("Close"), this, &QDialog::reject);
    close->setAutoDefault(false);
    start_->setProperty("primary", true);
    start_->setDefault(true);
    foot->addWidget(close);
    foot->addWidget(start_);
    column->addLayout(foot);
    connect(seeds_, &QButtonGroup::buttonClicked, this, [this] { isSeedChosen_ = true; });
    connect(seeds_, &QButtonGroup::buttonToggled, this, &RunAgainPanel::refresh);
    for (const QButtonGroup* group : {from_, settings})
        connect(group, &QButtonGroup::buttonToggled, this, [this](QAbstractButton*, bool on) {
            if (!on) return;
            chooseSeed();
            refresh();
        });
    for (auto signal : {&RunController::stateChanged, &RunController::runsChanged})
        connect(runs_, signal, this, &RunAgainPanel::refresh);
    connect(queue_, &QueueController::changed, this, &RunAgainPanel::refresh);
    for (auto signal : {&ExperimentModel::findingsChanged, &ExperimentModel::preparedChanged})
        connect(experiment_, signal, this, &RunAgainPanel::refresh);
    connect(experiment_, &ExperimentModel::configChanged, this, &RunAgainPanel::refresh);
    chooseSeed();
    refresh();
    from_->checkedButton()->setFocus();
}

void RunAgainPanel::addBeginnings(const QString& checkpoint) {
    const RunSummary* run = runs_->findRun(runId_);
    QString chosen = checkpoint;
    if (run && chosen == QString::number(run->step)) chosen = kLast;
    QStringList offered{QString(), kBest, kLast};
    if (!offered.contains(chosen)) offered << chosen;
    for (const QString& one : offered) {
        beginnings_.push_back({one, new QRadioButton});
        from_->addButton(beginnings_.back().button);
        if (one == chosen) beginnings_.back().button->setChecked(true);
    }
}

RunAgain RunAgainPanel::choice() const {
    const auto from = std::ranges::find_if(beginnings_, [](const Beginning& one) { return one.button->isChecked(); });
    RunAgain choice{from->checkpoint, model_->isChecked()};
    if (another_->isChecked()) choice.seed = freeSeed_;
    return choice;
}

/// The same run once more says nothing new; a branch or other settings are to be held against it.
void RunAgainPanel::chooseSeed() {
    if (isSeedChosen_) return;
    const bool isSame = beginnings_.front().button->isChecked() && own_->isChecked();
    (isSame ? another_ : same_)->setChecked(true);
}

void RunAgainPanel::refresh() {
    const RunSummary* run = runs_->findRun(runId_);
    if (!run) return reject();  // it was deleted
    setWindowTitle(tr("Run again: %1").arg(shownRunName(*run)));
    for (const auto& [checkpoint, button] : beginnings_) {
        const QString none = checkpoint.isEmpty() ? QString() : checkpointObstacle(*run, checkpoint);
        const QString text =
            checkpoint.isEmpty() ? tr("the start")
            : checkpoint == kBest
                ? (none.isEmpty() ? tr("its best checkpoint, epoch %1").arg(formatCount(run->bestEpoch))
                                  : tr("its best checkpoint"))
            : checkpoint == kLast ? (none.isEmpty() ? tr("its last checkpoint, step %1").arg(formatCount(run->step))
                                                    : tr("its last checkpoint"))
                                  : tr("its checkpoint of step %1").arg(formatCount(checkpoint.toLongLong()));
        setChoice(*button, tr("Begin from"), none.isEmpty() ? text : tr("%1 (%2)").arg(text, none));
        button->setEnabled(none.isEmpty());
    }
    if (!from_->checkedButton()->isEnabled()) beginnings_.front().button->setChecked(true);
    RunAgain now = choice();
    now.seed.reset();
    const ExperimentConfig own = settingsAt(*run, now.checkpoint);
    const bool isSame = lineageChanges(own, experiment_->config()).empty();
    difference_->setFullText(
        isSame ? tr("The same as those of the run.")
               : tr("Against the run: %1.").arg(lineageText(own, experiment_->config(), kMaxReported)));
    difference_->setToolTip(isSame ? QString() : lineageLines(own, experiment_->config()));
    const ExperimentConfig settings = now.asOnModelPage ? experiment_->config() : own;
    freeSeed_ = queue_->plan().freeSeed(settings);
    setChoice(*another_, tr("Seed"), tr("another: %1").arg(freeSeed_));
    setChoice(*same_, tr("Seed"), tr("the same: %1").arg(settings.seed));
    const PlannedRun planned = planAgain(*runs_, *experiment_, *run, choice());
    result_->setFullText(planned.text);
    problem_->setFullText(planned.obstacle);
    problem_->setVisible(!planned.obstacle.isEmpty());
    start_->setEnabled(planned.obstacle.isEmpty());
    start_->setText(runs_->active() ? tr("Add to queue") : tr("Start"));
    start_->setIcon(theme_->icon(runs_->active() ? QStringLiteral("plus") : QStringLiteral("play"), Ink::OnFill));
    // Tab goes to what is chosen of each, the arrows from there.
    for (auto* button : findChildren<QRadioButton*>())
        button->setFocusPolicy(button->isChecked() ? Qt::StrongFocus : Qt::ClickFocus);
    fit();
}

/// As high as its texts are in this width; their fonts are known once they are polished.
void RunAgainPanel::fit() {
    for (QWidget* part : findChildren<QWidget*>()) part->ensurePolished();
    layout()->activate();
    setFixedHeight(layout()->totalHeightForWidth(width()));
}

void RunAgainPanel::start() {
    const RunSummary* run = runs_->findRun(runId_);
    if (!run) return;
    const RunAgain wanted = choice();
    const QueuedRun planned = planAgain(*runs_, *experiment_, *run, wanted).run;
    guardStart(*this, planned.config, [this, wanted, planned] {
        const QString name = translated(queue_->plan().nameOf(planned));
        const Began what = runAgain(*runs_, *queue_, *experiment_, runId_, wanted);
        Q_EMIT began(what, name);
        accept();
    });
}

}  // namespace gatelab
