// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/memory/study_panel.h"

#include "charts/line_chart.h"
#include "common/file_job.h"
#include "common/texts.h"
#include "lab/memory_study_report.h"
#include "measure/study_controller.h"
#include "models/study_model.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/tables/table_style.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace gatelab {

StudyPanel::StudyPanel(Theme& theme, StudyController& study, QWidget* parent)
    : ComparePanel(parent),
      theme_(&theme),
      study_(&study),
      state_(makeLabel({}, "note")),
      empty_(new EmptyState(theme, QStringLiteral("chip"), {})),
      table_(new QTableView),
      model_(new StudyModel(theme, this)),
      chart_(new LineChart(theme, tr("Peak of the tensors"), tr("MiB"))),
      factors_(new QPushButton(tr("Factors"))),
      copy_(makeButton(theme.icon(QStringLiteral("copy")), tr("Copy command"), this,
                       [this] { QGuiApplication::clipboard()->setText(fromUtf8(studyCommand(model_->study()))); })),
      export_(makeButton(theme.icon(QStringLiteral("export")), tr("Export"), this, &StudyPanel::askExport)),
      run_(makeButton({}, {}, this, [this] { study_->running() ? study_->stop() : study_->start(); })) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(makeBar());
    auto* card = new Card(tr("Memory study"), tr("the present experiment, one factor at a time"));
    card->setBodyPadding(0);
    card->addHeaderWidget(state_);
    card->body()->addWidget(empty_);
    card->body()->addWidget(table_);
    column->addWidget(card, 3);
    column->addWidget(chart_, 2);
    table_->setModel(model_);
    styleTable(*table_);
    table_->setAccessibleName(tr("Memory study"));
    chart_->setXLabel(tr("times the present value"));
    chart_->setLogX(true);
    chart_->setYFromZero(true);
    chart_->setEmptyText(tr("The study shows here how the memory grows with each factor."));
    connect(study_, &StudyController::studyChanged, this, &StudyPanel::showStudy);
    connect(study_, &StudyController::stateChanged, this, &StudyPanel::replan);
    showStudy();
}

QWidget* StudyPanel::makeBar() {
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto* menu = new QMenu(factors_);
    for (const std::string& factor : studyFactors()) {
        QAction* action = menu->addAction(translated(studyFactorTitle(factor)), study_,
                                          [this, factor](bool on) { study_->leaveOut(factor, !on); });
        action->setCheckable(true);
        action->setChecked(!study_->isLeftOut(factor));
    }
    factors_->setMenu(menu);
    factors_->setToolTip(tr("Which factors are varied"));
    copy_->setToolTip(tr("The command that measures this again without the window"));
    run_->setProperty("primary", true);
    row->addWidget(factors_);
    row->addStretch();
    for (QWidget* widget : {copy_, export_, run_}) row->addWidget(widget);
    return bar;
}

void StudyPanel::setShown(bool shown) {
    shown_ = shown;
    if (shown) replan();
}

void StudyPanel::replan() {
    if (shown_) study_->plan();
    showState();
}

void StudyPanel::showStudy() {
    model_->setStudy(study_->study());
    fitColumns(*table_);
    table_->setVisible(model_->rowCount() > 0);
    empty_->setVisible(model_->rowCount() == 0);
    showLines();
    showState();
    Q_EMIT findingsChanged();
}

void StudyPanel::showLines() {
    std::vector<ChartLine> lines;
    const auto& rows = model_->study().rows;
    const bool measured = model_->study().measured();
    int slot = 0;
    for (std::size_t from = 0, to = 0; from < rows.size(); from = to, ++slot) {
        std::vector<std::pair<double, double>> points;
        bool isVaried = false;
        for (to = from; to < rows.size() && rows[to].factor == rows[from].factor; ++to) {
            const double peak = measured ? rows[to].peak.measured : rows[to].peak.forecast;
            if (!std::isfinite(rows[to].scale) || !std::isfinite(peak)) continue;
            points.emplace_back(rows[to].scale, peak);
            isVaried = isVaried || (!rows[to].present && rows[to].supported());
        }
        // A level line of what has no effect here would be no finding.
        if (!isVaried) continue;
        std::ranges::sort(points);
        ChartLine line;
        line.slot = slot;
        line.colour = theme_->runColour(slot);
        for (const auto& [scale, peak] : points) line.x.push_back(scale), line.y.push_back(peak);
        // All lines meet in the present experiment, where some end: what they span tells them apart, not their last
        // value.
        line.hasLast = false;
        line.isSampled = true;
        line.column = translated(studyFactorTitle(rows[from].factor));
        const auto [low, high] = std::ranges::minmax(line.y);
        line.name = tr("%1, %2 to %3").arg(line.column, formatNumber(low, 4), formatNumber(high, 4));
        lines.push_back(std::move(line));
    }
    chart_->setTitle(tr("Peak of the tensors"), measured ? tr("MiB, measured") : tr("MiB, forecast"));
    chart_->setLines(std::move(lines));
}

void StudyPanel::showState() {
    const bool running = study_->running();
    run_->setText(running ? tr("Stop") : tr("Run the study"));
    run_->setIcon(theme_->icon(running ? QStringLiteral("stop") : QStringLiteral("play"), Ink::OnFill));
    run_->setEnabled(running || study_->canStart());
    run_->setToolTip(study_->isBusy()
                         ? tr("Something trains or measures: the study would disturb it. Start it when that has ended.")
                         : tr("Trains each line for a few steps and validates it."));
    factors_->setEnabled(!running);
    copy_->setEnabled(model_->rowCount() > 0);
    export_->setEnabled(model_->study().measured() && !running);
    empty_->setSentence(!study_->hasData()
                            ? tr("Load data on the Data page: the study needs to know how long and wide they are.")
                            : tr("Choose at least one factor."));
    state_->setText(stateText());
}

QString StudyPanel::stateText() const {
    const MemoryStudy& study = model_->study();
    if (study_->running()) {
        const QString done = tr("%1 of %2 runs").arg(study.done).arg(study.total);
        const double left = study_->study().secondsLeft;
        const QString time =
            std::isfinite(left) ? tr("about %1 left").arg(formatTimeLeft(left)) : tr("the time is being measured");
        return tr("%1, %2").arg(done, time);
    }
    if (!study.measured()) return study.rows.empty() ? QString() : tr("forecast; run the study to measure it");
    const QString done = study.finished() ? tr("%1 runs on %2").arg(study.done).arg(fromUtf8(study.device))
                                          : tr("interrupted after %1 of %2 runs").arg(study.done).arg(study.total);
    return study_->isOfPresent() ? done : tr("%1; the settings have changed since").arg(done);
}

QStringList StudyPanel::findings() const {
    QStringList lines;
    for (const Phrase& finding : studyFindings(model_->study())) lines << translated(finding);
    return lines;
}

void StudyPanel::askExport() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the study's table"),
                                                      QStringLiteral("memory.csv"), tr("CSV (*.csv)"));
    if (!path.isEmpty()) writeInBackground(*this, path, studyCsv(model_->study()));
}

}  // namespace gatelab
