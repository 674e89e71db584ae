// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/run_inspector.h"

#include "common/field_text.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "form/field_row.h"
#include "form/form_section.h"
#include "models/run_columns.h"
#include "models/run_figures.h"
#include "pages/train/advice_card.h"
#include "pages/train/run_identity.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "widgets/badge.h"
#include "widgets/bar_list.h"
#include "widgets/card.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"

#include <QDateTime>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kLabelWidth = 112;  ///< leaves room for the values in the narrow column of small windows

Tone stateTone(RunState state) {
    switch (state) {
        case RunState::Finished:
            return Tone::Success;
        case RunState::Failed:
            return Tone::Error;
        case RunState::Interrupted:
            return Tone::Warning;
        case RunState::Paused:
        case RunState::Queued:
            return Tone::Neutral;
        default:
            return Tone::Info;
    }
}

QPixmap markerPixmap(int slot, const QColor& colour) {
    constexpr int side = 14, scale = 2;
    QPixmap pixmap(side * scale, side * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    Theme::drawMarker(painter, QPointF(side / 2.0, side / 2.0), slot, colour, 10);
    return pixmap;
}

}  // namespace

RunInspector::RunInspector(Theme& theme, RunController& runs, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      runs_(&runs),
      advice_(new AdviceCard(theme, runs)),
      content_(new QWidget),
      settings_(new QWidget),
      empty_(makeLabel(tr("No run is shown. Press Play to start one, or choose a run in the list."), "muted")),
      marker_(new QLabel),
      name_(new WrappedLabel("question")),
      position_(new WrappedLabel("note")),
      steps_(new WrappedLabel("note")),
      figure_(makeLabel({}, "figure")),
      figureNote_(new WrappedLabel("note")),
      figureWhen_(new WrappedLabel("note")),
      barsTitle_(new WrappedLabel("note")),
      verdict_(makeLabel({}, "")),
      warning_(makeLabel({}, "warning")),
      badge_(new Badge(theme, {})),
      bars_(new BarList(theme)),
      progress_(new KeyValueList),
      forecasts_(new KeyValueList),
      machine_(new KeyValueList) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(12, 8, 12, 12);
    empty_->setWordWrap(true);
    outer->addWidget(empty_);
    outer->addWidget(content_, 0, Qt::AlignTop);  // never higher than it needs
    outer->addStretch();
    auto* column = new QVBoxLayout(content_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto* head = new QHBoxLayout;
    head->addWidget(marker_);
    head->addWidget(name_, 1);
    head->addWidget(badge_, 0, Qt::AlignTop);
    column->addLayout(head);
    auto* where = new QHBoxLayout;
    where->addWidget(position_);
    where->addStretch();
    where->addWidget(steps_);
    column->addLayout(where);
    auto* key = new QHBoxLayout;
    key->addWidget(figure_);
    key->addWidget(figureNote_, 1, Qt::AlignBottom);
    column->addLayout(key);
    column->addWidget(figureWhen_);
    column->addWidget(barsTitle_);
    column->addWidget(bars_);
    for (QLabel* label : {verdict_, warning_}) {
        label->setWordWrap(true);
        column->addWidget(label);
    }
    column->addWidget(advice_);
    column->addWidget(makeLine());
    column->addWidget(progress_);
    addLiveSettings(*column);
    column->addWidget(makeLine());
    column->addWidget(forecasts_);
    column->addWidget(makeLine());
    column->addWidget(machine_);
    for (const auto signal :
         {&RunController::currentChanged, &RunController::stateChanged, &RunController::runsChanged})
        connect(runs_, signal, this, &RunInspector::showRun);
    showRun();
}

void RunInspector::addLiveSettings(QVBoxLayout& column) {
    auto* list = new QVBoxLayout(settings_);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(0);
    list->addWidget(makeLine());
    list->addSpacing(6);
    list->addWidget(makeLabel(tr("Settings you can change now"), "section"));
    auto* more = new FormSection(*theme_, tr("More settings"));
    more->setObjectName(QStringLiteral("more"));
    for (const Field& field : fields()) {
        if (field.live != FieldLive::Yes) continue;
        auto* row = new FieldRow(field, *theme_);
        row->control().setCommitOnEnter(true);
        row->setResettable(false);
        row->setLabelWidth(kLabelWidth);
        connect(row, &FieldRow::edited, this, [this, &field](const FieldValue& value) {
            const auto run = runs_->current();
            if (!run || !run->live) return;
            runs_->change({field.key, value});
        });
        if (field.level == FieldLevel::Basic)
            list->addWidget(row);
        else
            more->add(row);
        rows_.push_back(row);
    }
    more->setOpen(false);
    list->addWidget(more);
    auto* note = makeLabel(
        tr("Press Enter to apply: a change takes effect at the next step and is marked on the charts."), "note");
    note->setWordWrap(true);
    list->addWidget(note);
    column.addWidget(settings_);
}

void RunInspector::showRun() {
    const auto run = runs_->current();
    empty_->setVisible(!run);
    content_->setVisible(run != nullptr);
    if (!run) return;
    const int slot = run->summary.colour;
    marker_->setPixmap(markerPixmap(slot, theme_->runColour(slot)));
    name_->setFullText(shownRunName(run->summary));
    const RunState state = run->live ? runs_->state() : run->summary.state;
    badge_->set(run->live ? stateLabel(state) : runStateText(run->summary), stateTone(state));
    settings_->setVisible(run->live);
    showSettings(*run);
    refresh();
}

void RunInspector::refresh() {
    const auto run = runs_->current();
    if (!run) return;
    position_->setFullText(
        tr("Epoch %1 of %2")
            .arg(formatCount(epochOf(*run, run->summary.step)), formatCount(run->summary.config->epochs)));
    steps_->setFullText(run->plan.totalSteps > 0
                            ? tr("step %1 of %2").arg(formatCount(run->summary.step), formatCount(run->plan.totalSteps))
                            : tr("step %1").arg(formatCount(run->summary.step)));
    showFigure(*run);
    advice_->showRun(run.get());
    showProgress(*run);
    showReport(*run);
}

void RunInspector::showFigure(const RunView& run) {
    const BestFigure best = bestFigure(run);
    // Without a validation part the test part has the last word.
    const bool tested = !std::isfinite(best.value) && comparedPart(run) == ComparedPart::Test;
    figure_->setText(formatNumber(tested ? comparedValue(run) : best.value));
    figureNote_->setFullText(tested ? comparedTitle(run) : best.label);
    figureWhen_->setFullText(best.when);
    figureWhen_->setVisible(!best.when.isEmpty());
    std::vector<BarList::Row> rows{{tr("this run"), comparedValue(run), theme_->runColour(run.summary.colour), {}}};
    for (const BaselineFigure& baseline : baselineFigures(run))
        rows.push_back({baseline.label, baseline.value, QColor(), {}});
    for (QWidget* widget : std::initializer_list<QWidget*>{bars_, barsTitle_}) widget->setVisible(rows.size() > 1);
    barsTitle_->setFullText(comparedTitle(run));
    const QString verdict = baselineVerdict(run);
    if (rows.size() > 1) bars_->setRows(std::move(rows));
    verdict_->setText(verdict);
    verdict_->setVisible(!verdict.isEmpty());
    const QString problem = runProblem(run);
    warning_->setText(problem);
    warning_->setVisible(!problem.isEmpty());
}

void RunInspector::showProgress(const RunView& run) {
    KeyValueList::Rows rows;
    rows.emplace_back(tr("Elapsed"), formatDuration(run.summary.seconds));
    if (isGoingOn(run)) {
        const QDateTime end = QDateTime::currentDateTime().addMSecs(static_cast<qint64>(run.secondsLeft * 1000));
        const QString left = run.secondsLeft < 0 ? QStringLiteral("-") : formatTimeLeft(run.secondsLeft);
        // While it stands still nobody knows when it ends.
        const bool ends = run.secondsLeft >= 0 && (run.live ? runs_->state() : run.summary.state) == RunState::Running;
        rows.emplace_back(tr("Left"), ends ? tr("%1, ends %2").arg(left, end.toString(QStringLiteral("HH:mm"))) : left);
    }
    rows.emplace_back(tr("Last validation"), formatNumber(lastValue(run, MetricId::ValidationLoss)));
    rows.emplace_back(tr("Gradient norm"), formatNumber(lastValue(run, MetricId::GradientNorm)));
    const std::int64_t saved = lastCheckpointStep(run);
    rows.emplace_back(tr("Checkpoint"), saved < 0 ? QStringLiteral("-") : tr("step %1").arg(formatCount(saved)));
    if (run.dropped > 0) rows.emplace_back(tr("Samples not drawn"), formatCount(static_cast<qint64>(run.dropped)));
    progress_->setRows(rows);
}

void RunInspector::showReport(const RunView& run) {
    const RunReport costs = reportOf(run, RunSection::Costs);
    forecasts_->setRows(factRows(costs));
    forecasts_->setToolTip(factNotes(costs));  // in words beside it where there is more room: One run
    machine_->setRows(factRows(reportOf(run, RunSection::Machine)));
    machine_->setToolTip(translated(run.plan.deviceReason));
}

void RunInspector::showSettings(const RunView& run) {
    const ExperimentConfig now = settingsAfter(run.summary.config, run.summary.changes);
    for (FieldRow* row : rows_) row->show(fieldValue(now, row->field()));
}

}  // namespace gatelab
