// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/plan_card.h"

#include "common/texts.h"
#include "config/architecture.h"
#include "config/choices.h"
#include "config/config_difference.h"
#include "form/goal_segments.h"
#include "form/plan_row.h"
#include "form/target_row.h"
#include "runs/experiment_model.h"
#include "runs/lineage.h"
#include "runs/preflight.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

/// What the experiment has where it is neither option.
QString ownValue(const ExperimentConfig& config, const PlanLine& line) {
    const Field& field = *line.suggested.settings.back().field;
    return PlanRow::wordsOf({&field, fieldValue(config, field)});
}

/// The first warning or error at one of the settings of a line.
QString warningOf(const std::vector<ConfigFinding>& findings, const PlanLine& line) {
    for (const ConfigFinding& finding : findings)
        if (finding.severity != Severity::Info)
            for (const Setting& one : line.suggested.settings)
                if (finding.key == one.field->key) return translated(finding.message);
    return {};
}

/// The target has a row of its own.
bool isOfTarget(const PlanLine& line) {
    return std::string_view(line.suggested.settings.back().field->key) == "targets";
}

std::vector<PlanLine> withoutTarget(std::vector<PlanLine> plan) {
    std::erase_if(plan, isOfTarget);
    return plan;
}

}  // namespace

PlanCard::PlanCard(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      experiment_(experiment),
      runs_(runs),
      count_(new WrappedLabel("note")),
      help_(makeLabel({}, "note")),
      reset_(makeButton({}, tr("Reset"), this, [this] { experiment_.takePlan(); })),
      changes_(new WrappedLabel("note")),
      body_(new QWidget) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(makeHead());
    changes_->hide();
    layout->addWidget(changes_);
    auto* column = new QVBoxLayout(body_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto* goal = new QHBoxLayout;
    goal->addWidget(makeLabel(translated(findField("goal")->label), "name"));
    goal->addStretch();
    goal->addWidget(new GoalSegments(experiment));
    column->addLayout(goal);
    help_->setWordWrap(true);
    column->addWidget(help_);
    target_ = new TargetRow(theme, experiment, body_);
    column->addWidget(target_);
    list_ = new QVBoxLayout;
    list_->setSpacing(2);
    column->addLayout(list_);
    layout->addWidget(body_);
    for (const auto signal : {&ExperimentModel::dataChanged, &ExperimentModel::dataLoading,
                              &ExperimentModel::findingsChanged, &ExperimentModel::epochTimed})
        connect(&experiment_, signal, this, &PlanCard::refresh);
    connect(&experiment_, &ExperimentModel::configChanged, this, &PlanCard::refresh);
    connect(&experiment_, &ExperimentModel::dataChanged, this, &PlanCard::fold);
    connect(&runs_, &RunController::runsChanged, this, [this] {
        fold();
        refresh();
    });
    fold();
    refresh();
}

QWidget* PlanCard::makeHead() {
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    fold_ = makeIconButton({}, tr("Open or close the plan"), this, [this] {
        isOpened_ = body_->isHidden();
        fold();
        refresh();
    });
    setStyleProperty(fold_, "compact", true);
    row->addWidget(fold_);
    row->addWidget(makeLabel(tr("Plan"), "section"));
    row->addWidget(count_, 1);
    reset_->setFlat(true);
    setStyleProperty(reset_, "link", true);
    reset_->setToolTip(tr("Takes back every choice that is not as suggested"));
    row->addWidget(reset_);
    return head;
}

void PlanCard::setFolded() {
    isFolded_ = true;
    fold();
}

void PlanCard::fold() {
    const auto isTrained = [this] {
        return std::ranges::any_of(runs_.runs(), [name = dataName(experiment_.config())](const RunSummary& run) {
            return run.dataName == name && !isGoingOn(run.state);
        });
    };
    const bool isOpen = isOpened_ ? *isOpened_ : !isFolded_ && !isTrained();
    body_->setVisible(isOpen);
    fold_->setIcon(theme_.icon(isOpen ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), Ink::Muted));
}

std::vector<PlanLine> PlanCard::plan() const {
    // Runs whose time it could be are looked through only where it was opened after them.
    const double seconds =
        isOpened_.value_or(false) ? epochForecast(experiment_, runs_.runs()).time.seconds : experiment_.epochSeconds();
    return experiment_.plan(seconds > 0 ? seconds : NAN);
}

QString PlanCard::countText(const std::vector<PlanLine>& plan) {
    const auto own = static_cast<int>(ownChoices(plan)), all = static_cast<int>(plan.size());
    if (all == 0) return {};
    return own == 0 ? tr("%n choices, all from the data", nullptr, all)
                    : tr("%n choices, %1 yours", nullptr, all).arg(own);
}

void PlanCard::refresh() {
    const std::vector<PlanLine> plan = this->plan();
    body_->setEnabled(!experiment_.suggesting());
    sayChanges();
    if (experiment_.suggesting() && !rows_.empty()) {
        count_->setFullText(tr("measured anew…"));
        reset_->hide();
        for (PlanRow* row : rows_) row->hidePrice();
        return;
    }
    setVisible(!plan.empty());
    if (plan.empty()) return;
    count_->setFullText(countText(plan));
    reset_->setVisible(ownChoices(plan) > 0);
    const auto choices = goalChoices();
    const auto goal = std::ranges::find(choices, experiment_.config().goal, &Choice::key);
    help_->setText(goal == choices.end() ? QString() : translated(goal->help));
    const auto target = std::ranges::find_if(plan, isOfTarget);
    target_->setLine(target == plan.end() ? nullptr : &*target);
    showRows(withoutTarget(plan));
}

/// Inputs and windows may be other ones once values are mended or another column is forecast: that is said, and stays
/// until the next edit.
void PlanCard::sayChanges() {
    const ExperimentConfig& config = experiment_.config();
    if (experiment_.suggesting()) {
        measured_ = config;
    } else if (measured_) {
        const auto before = *std::exchange(measured_, std::nullopt);
        const auto changes = configChanges(before, config);
        const bool isSame = before.dataPath == config.dataPath && before.builtin == config.builtin;
        if (isSame && !changes.empty() && !experiment_.undoStack().canRedo()) {  // nobody undid it
            told_ = config;
            changes_->setFullText(tr("Measured again and chosen anew: %1").arg(changesText(changes)));
        }
    }
    if (told_ && *told_ != config) told_.reset();
    changes_->setVisible(told_.has_value());
}

void PlanCard::showRows(const std::vector<PlanLine>& plan) {
    bool isSame = rows_.size() == plan.size();
    for (std::size_t i = 0; isSame && i < plan.size(); ++i)
        isSame = rows_[i]->follow(plan[i], ownValue(experiment_.config(), plan[i]));
    if (!isSame) {
        for (PlanRow* row : rows_) {
            row->hide();
            row->deleteLater();  // its own click may have changed the plan
        }
        rows_.clear();
        for (std::size_t i = 0; i < plan.size(); ++i) {
            auto* row = new PlanRow(theme_, plan[i], ownValue(experiment_.config(), plan[i]), body_);
            const auto take = [this, i](PlanOption PlanLine::*option) {
                const std::vector<PlanLine> now = withoutTarget(experiment_.plan());
                if (i < now.size()) experiment_.takeOption(now[i], now[i].*option);
            };
            connect(row, &PlanRow::suggestedChosen, this, [take] { take(&PlanLine::suggested); });
            connect(row, &PlanRow::otherChosen, this, [take] { take(&PlanLine::other); });
            list_->addWidget(row);
            row->show();
            rows_.push_back(row);
        }
        // At once, in their places: what stands below moves now and not under a click.
        for (QLayout* one : {static_cast<QLayout*>(list_), body_->layout(), layout()}) one->activate();
        updateGeometry();
    }
    for (std::size_t i = 0; i < plan.size(); ++i) rows_[i]->warn(warningOf(experiment_.findings(), plan[i]));
}

}  // namespace gatelab
