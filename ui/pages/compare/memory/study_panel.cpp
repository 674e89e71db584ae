// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/memory/study_panel.h"

#include "charts/line_chart.h"
#include "common/file_job.h"
#include "common/texts.h"
#include "lab/memory_study_json.h"
#include "lab/memory_study_report.h"
#include "measure/study_controller.h"
#include "models/lab_model.h"
#include "models/study_model.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/segments.h"
#include "widgets/tables/table_style.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

constexpr int kBarRoom = 60;  ///< for the bar behind the measured figure

}  // namespace

StudyPanel::StudyPanel(Theme& theme, StudyController& study, QWidget* parent)
    : ComparePanel(parent),
      theme_(&theme),
      study_(&study),
      state_(makeLabel({}, "note")),
      empty_(new EmptyState(theme, QStringLiteral("chip"), {})),
      table_(new QTableView),
      model_(new StudyModel(theme, this)),
      chart_(new LineChart(theme, tr("Peak of the tensors"), tr("MiB"))),
      figures_(new Segments({tr("By cause"), tr("By phase"), tr("Device")})),
      run_(makeButton({}, {}, this, [this] { study_->running() ? study_->stop() : study_->start(); })),
      export_(makeButton(theme.icon(QStringLiteral("export")), tr("Export"), this, &StudyPanel::askExport)),
      copy_(makeButton(theme.icon(QStringLiteral("copy")), tr("Copy command"), this,
                       [this] { QGuiApplication::clipboard()->setText(fromUtf8(studyCommand(model_->study()))); })),
      factors_(new QPushButton(tr("Factors"))) {
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
    table_->setItemDelegateForColumn(StudyModel::Measured, new LabDelegate(theme, table_));
    table_->setAccessibleName(tr("Memory study"));
    table_->horizontalHeader()->setStretchLastSection(false);
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
    figures_->setAccessibleName(tr("Figures of the table"));
    fillFactors();
    factors_->setToolTip(tr("Which factors are varied"));
    run_->setProperty("primary", true);
    copy_->setToolTip(tr("The command that measures this again without the window"));
    row->addWidget(figures_);
    row->addWidget(factors_);
    row->addStretch();
    for (QWidget* widget : {copy_, export_, run_}) row->addWidget(widget);
    connect(figures_, &Segments::chosen, this, [this](int index) {
        model_->setFigures(static_cast<StudyModel::Figures>(index));
        fresh_ = true;
        showStudy();
    });
    return bar;
}

void StudyPanel::fillFactors() {
    auto* menu = new QMenu(factors_);
    factors_->setMenu(menu);
    for (const std::string& factor : studyFactors()) {
        QAction* action = menu->addAction(translated(studyFactorTitle(factor)), this,
                                          [this, factor](bool on) { study_->leaveOut(factor, !on); });
        action->setCheckable(true);
        factorActions_.push_back(action);
    }
    showFactors();
}

void StudyPanel::showFactors() {
    const auto factors = studyFactors();
    for (std::size_t i = 0; i < factors.size(); ++i) factorActions_[i]->setChecked(!study_->isLeftOut(factors[i]));
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
    fresh_ = fresh_ || model_->rowCount() != static_cast<int>(study_->study().rows.size());
    model_->setStudy(study_->study());
    table_->clearSpans();
    for (int row = 0; row < model_->rowCount(); ++row)
        if (!model_->note(row).isEmpty())
            table_->setSpan(row, StudyModel::Forecast, 1, model_->columnCount() - StudyModel::Forecast);
    fitColumns(std::exchange(fresh_, false));
    table_->setVisible(model_->rowCount() > 0);
    empty_->setVisible(model_->rowCount() == 0);
    showLines();
    showState();
    Q_EMIT findingsChanged();
}

void StudyPanel::fitColumns(bool anew) {
    table_->ensurePolished();
    table_->horizontalHeader()->ensurePolished();
    const QFontMetrics bold(theme_->font(13, 600));
    for (int column = 0; column < model_->columnCount(); ++column) {
        int wanted = 0;
        for (int row = 0; row < model_->rowCount(); ++row)
            if (column < StudyModel::Forecast || model_->note(row).isEmpty())
                wanted = std::max(wanted, bold.horizontalAdvance(model_->index(row, column).data().toString()));
        wanted += kCellRoom + (column == StudyModel::Measured ? qRound(kBarRoom * theme_->textScale()) : 0);
        wanted = std::max(wanted, table_->horizontalHeader()->sectionSizeHint(column));
        if (anew || wanted > table_->columnWidth(column)) table_->setColumnWidth(column, wanted);
    }
}

void StudyPanel::showLines() {
    std::vector<ChartLine> lines;
    const auto& rows = model_->study().rows;
    bool measured = false;
    for (std::size_t from = 0, to = 0; from < rows.size(); from = to) {
        std::vector<const StudyRow*> points;
        for (to = from; to < rows.size() && rows[to].factor == rows[from].factor; ++to)
            if (std::isfinite(rows[to].scale)) points.push_back(&rows[to]);
        // A level line of what has no effect here would be no finding.
        if (std::ranges::none_of(points, [](const StudyRow* row) { return !row->present && row->supported(); }))
            continue;
        std::ranges::sort(points, {}, &StudyRow::scale);
        ChartLine forecast, marks;
        forecast.slot = marks.slot = model_->slot(static_cast<int>(from));
        forecast.colour = marks.colour = theme_->runColour(marks.slot);
        marks.style = ChartLine::Style::Dots;
        for (const StudyRow* row : points) {
            forecast.x.push_back(row->scale);
            forecast.y.push_back(row->peak.forecast);
            if (!std::isfinite(row->peak.measured)) continue;
            marks.x.push_back(row->scale);
            marks.y.push_back(row->peak.measured);
        }
        const QString name = StudyModel::factorName(rows[from]);
        // All lines meet in the present experiment, where some end: what they span tells them apart, not their last
        // value.
        forecast.hasLast = marks.hasLast = false;
        forecast.isSampled = marks.x.empty();
        const auto [low, high] = std::ranges::minmax(marks.x.empty() ? forecast.y : marks.y);
        (marks.x.empty() ? forecast : marks).name =
            tr("%1, %2 to %3").arg(name, formatNumber(low, 4), formatNumber(high, 4));
        marks.column = name;
        forecast.column = tr("%1, forecast").arg(name);
        measured = measured || !marks.x.empty();
        lines.push_back(std::move(forecast));
        if (!marks.x.empty()) lines.push_back(std::move(marks));
    }
    chart_->setTitle(tr("Peak of the tensors"),
                     measured ? tr("MiB; marks: measured, lines: forecast") : tr("MiB, forecast"));
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
    showFactors();
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
        const double left = study_->secondsLeft();
        const QString time =
            std::isfinite(left) ? tr("about %1 left").arg(formatTimeLeft(left)) : tr("the time is being measured");
        if (study.current < 0) return tr("%1, %2").arg(done, time);
        const StudyRow& row = study.rows[static_cast<std::size_t>(study.current)];
        const QString now = row.present ? tr("the experiment as it is")
                                        : tr("%1 %2").arg(StudyModel::factorName(row), StudyModel::valueName(row));
        return tr("%1, now %2, %3").arg(done, now, time);
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
                                                      QStringLiteral("memory.csv"), tr("CSV (*.csv);;JSON (*.json)"));
    if (path.isEmpty()) return;
    const bool json = QFileInfo(path).suffix().compare(QLatin1String("json"), Qt::CaseInsensitive) == 0;
    writeInBackground(*this, path, json ? studyJson(model_->study()) : studyCsv(model_->study()));
}

}  // namespace gatelab
